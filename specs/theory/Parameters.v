(** Figure 4: the parameters of Core ECS, and the entity of each nu as a function of its occurrence (D3). *)
From Coq Require Import List.
From CoreECS Require Export State.

Class Names := {
  E : Type; I : Type; V : Type;                      (* entities, labels, component values *)
  E_dec : forall a b : E, {a = b} + {a <> b};
  I_dec : forall a b : I, {a = b} + {a <> b};
  fresh : nat -> list E -> nat -> E;                 (* by leaf, entities of the match, and number of the nu *)
  fresh_inj l e n l' e' n' : fresh l e n = fresh l' e' n' -> l = l' /\ e = e';
  within : (E -> Prop) -> V -> Prop;                 (* all entities in a value are in the set *)
  within_mono (X Y : E -> Prop) k : (forall e, X e -> Y e) -> within X k -> within Y k;
}.

(** A location: c_i(e) for an entity e and a label i. *)
Definition loc_dec `{Names} : forall a b : E * I, {a = b} + {a <> b}.
Proof. decide equality; [apply I_dec|apply E_dec]. Defined.

Section Parameters.
Context `{Names}.
Definition state := @update (E * I) V.
Definition wr := @last (E * I) V loc_dec.            (* the last write of an update to a location *)
Definition get := @at_ (E * I) V loc_dec.            (* c_i(e) *)
End Parameters.

Notation "c == c'" := (same loc_dec c c') (at level 70).
