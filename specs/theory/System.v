(** Systems (section 3.5): apply and roll. *)
From Coq Require Import List Bool.
From CoreECS Require Export Grammar Equivalence.
Import ListNotations.

Notation "u =~ u'" := (equiv loc_dec u u') (at level 70).

Section System.
Context `{Language}.
Notation update := (@update (E * I) V).

(** (f_s, r) at its leaf (D4): the effect of f_s(r) there (D3), how many nu's it performs, and whether it is defined
    (D12) *)
Record occurrence := { leaf : nat; ents : list E; upd : update; made : nat; ok : bool }.
Definition key a := (leaf a, ents a).

Definition invoke s lf (r : list E * W) : occurrence :=
  let m := body s (fst r) (snd r) in
  {| leaf := lf; ents := fst r; upd := fst (perform (fresh lf (fst r)) 0 m);
    made := snd (perform (fresh lf (fst r)) 0 m);
     ok := defined (fresh lf (fst r)) 0 m |}.

(** [system/apply]: s(r).
  [system/conc], [system/seq]: production applies s to the matches of a state, or to those that roll
    keeps (Schedule.v). *)
Definition apply s lf r : update := composite upd (map (invoke s lf) r).

(** The match r, observed again. A match whose condition was undefined stays so: what evaluated it is undefined. *)
Definition again s c (r : list E * W) : option W := if faulty (snd r) then Some (snd r) else look s c (fst r).

(** [system/roll]: roll_s(c, r). A match that is gone is dropped (D2). *)
Fixpoint roll s lf (c : state) (r : list (list E * W)) : list (list E * W) := match r with
  | [] => []
  | x :: r => match again s c x with
              | Some w => (fst x, w) :: roll s lf (c ++ upd (invoke s lf (fst x, w))) r
              | None => roll s lf c r
              end
  end.
Definition rolled s lf c := roll s lf c (query s c).

Lemma look_same s c c' e : c == c' -> look s c e = look s c' e.
Proof.
  intros Q. destruct (look s c e) as [w|] eqn:L, (look s c' e) as [w'|] eqn:L'; auto.
  - apply look_spec in L. rewrite (query_same s _ _ Q) in L. apply look_spec in L. congruence.
  - apply look_spec in L. rewrite (query_same s _ _ Q) in L. apply look_spec in L. congruence.
  - apply look_spec in L'. rewrite <- (query_same s _ _ Q) in L'. apply look_spec in L'. congruence.
Qed.
Lemma again_same s c c' r : c == c' -> again s c r = again s c' r.
Proof. intros Q. unfold again. destruct (faulty (snd r)); auto using look_same. Qed.

Lemma roll_same s lf r : forall c c', c == c' -> roll s lf c r = roll s lf c' r.
Proof.
  induction r as [|x r IH]; cbn; intros c c' Q; auto. rewrite (again_same _ _ _ _ Q).
  destruct (again s c' x); [f_equal|]; apply IH; auto. now rewrite Q.
Qed.

Lemma roll_sub s lf r : forall c e, In e (map fst (roll s lf c r)) -> In e (map fst r).
Proof.
  induction r as [|x r IH]; cbn; intros c e; auto. destruct (again s c x); cbn; [intros [|]|]; eauto.
Qed.
Lemma roll_nodup s lf r : forall c, NoDup (map fst r) -> NoDup (map fst (roll s lf c r)).
Proof.
  induction r as [|x r IH]; cbn; intros c N; auto. inversion N; subst. destruct (again s c x); cbn; auto.
  constructor; auto. intros K. apply roll_sub in K. auto.
Qed.

(** Only matches are visited: a rolled match is one of the state that its system observes then, or it is faulty. *)
Lemma again_within X s c x w : cwithin X c -> Forall X (fst x) -> again s c x = Some w ->
  Forall X (fst x) /\ wwithin X w.
Proof.
  unfold again. intros C F. destruct (faulty (snd x)) eqn:Fa.
  - intros [= <-]. split; auto. now apply faulty_within.
  - intros L. apply look_spec in L. eapply query_within; eauto.
Qed.
End System.
