; A courier carries parcels between places. A domain says what
; there can be and what can be done; a problem says what there is,
; and what is wanted. Text after a semicolon is a comment: change
; what you like, and let `banto check` find the mistakes.
(define (domain delivery)
  ; What the domain makes use of: actions that add and delete
  ; facts, and types.
  (:requirements :strips :typing)

  ; The kinds of things. `courier parcel - thing` says that both
  ; are things.
  (:types place thing - object courier parcel - thing)

  ; What can be true of them: a question mark begins a variable,
  ; and what follows the dash is its type.
  (:predicates
    (road ?from ?to - place)
    (at ?thing - thing ?place - place)
    (carries ?courier - courier ?parcel - parcel)
    (has-room ?courier - courier))

  ; An action needs its precondition, and changes what its effect
  ; says; everything else stays as it is. Who goes is no longer
  ; where it was: without the `not`, the courier would be in two
  ; places.
  (:action go
    :parameters (?courier - courier ?from ?to - place)
    :precondition (and (at ?courier ?from) (road ?from ?to))
    :effect (and (at ?courier ?to) (not (at ?courier ?from))))

  (:action pick-up
    :parameters (?courier - courier ?parcel - parcel ?place - place)
    :precondition (and (at ?courier ?place) (at ?parcel ?place) (has-room ?courier))
    :effect (and (carries ?courier ?parcel) (not (at ?parcel ?place)) (not (has-room ?courier))))

  (:action put-down
    :parameters (?courier - courier ?parcel - parcel ?place - place)
    :precondition (and (at ?courier ?place) (carries ?courier ?parcel))
    :effect (and (at ?parcel ?place) (has-room ?courier) (not (carries ?courier ?parcel))))
)
