; A plan in the place of a problem or a domain.
; expect E0102 3:4
0: (pick ball1 room1 left) [1]
1: (move room1 room2) [1]
; cost = 2 (unit cost)
