; Once it was declared, nothing would show the slip. A supertype that is near to no other is declared.
; fixed 7: (:types kind - object locatable place - object truck - locatble tree - kind)
; said: did you mean locatable?
; said: or add it to the list: locatble - object
(define (domain roads)
  (:requirements :typing)
  (:types locatable place - object truck - locatble tree - kind)
  (:predicates (at ?x - locatable ?p - place) (grows ?x - tree ?p - place))
  (:action fell :parameters (?x - tree ?p - place)
    :precondition (grows ?x ?p)
    :effect (not (grows ?x ?p))))
