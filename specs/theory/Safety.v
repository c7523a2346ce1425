(** Safety (Definition 4.3), and the theorem that safe schedules are deterministic (4.5), of any series-parallel order
    whose elements have updates. *)
From Coq Require Import List Setoid Morphisms.
From CoreECS Require Export SeriesParallel Equivalence.
Import ListNotations.

Section Safety.
Context {L V A : Type} (dec : forall a b : L, {a = b} + {a <> b}) (w : A -> @update L V).
Notation update := (@update L V).
Notation last := (@last L V dec).
Notation at_ := (@at_ L V dec).
Notation same := (@same L V dec).
Notation equiv := (@equiv L V dec).
Notation commute := (@commute L V dec).
Notation composite := (@composite L V A w).

(** [safety] *)
Definition safe t := forall a b, In a (elems t) -> In b (elems t) -> concurrent t a b -> commute (w a) (w b).

(** [determinism]: all linearizations are equivalent (Definition 4.4). *)
Definition deterministic t := forall l l', linearization t l -> linearization t l' ->
  equiv (composite l) (composite l').

Lemma commute_shuffle x y l : shuffle x y l -> (forall a b, In a x -> In b y -> commute (w a) (w b)) ->
  equiv (composite l) (composite (x ++ y)).
Proof.
  induction 1 as [|a x y l H IH|b x y l H IH]; intros C; [reflexivity| |].
  - cbn. rewrite !composite_cons, IH; [reflexivity|]. cbn in C. auto.
  - rewrite composite_cons, IH by (cbn in C; auto). rewrite !composite_app, composite_cons.
    assert (equiv (w b ++ composite x) (composite x ++ w b)) as E
      by (apply (commute_composite dec w); intros; apply C; cbn; auto).
    now rewrite !app_assoc, E.
Qed.

Lemma safe_sub x y : NoDup (elems x ++ elems y) -> safe (Par x y) \/ safe (Then x y) -> safe x /\ safe y.
Proof.
  intros N S. split; intros a b Ha Hb C; destruct (concurrent_sub x y a b N); auto;
    destruct S as [S|S]; apply S; cbn; rewrite ?in_app_iff; auto.
Qed.

Lemma safe_lin t l : NoDup (elems t) -> safe t -> lin t l -> equiv (composite l) (composite (elems t)).
Proof.
  intros N S H. induction H as [|a|x y l l' k Hl IHl Hl' IHl' Sh|x y l l' Hl IHl Hl' IHl']; cbn in *; try reflexivity.
  - destruct (safe_sub x y N) as [Sx Sy]; auto. rewrite (commute_shuffle _ _ _ Sh).
    + pose proof N as N'. apply NoDup_app in N' as (Nx & Ny & D). rewrite !composite_app, IHl, IHl'; auto. reflexivity.
    + intros a b Ha Hb. apply (lin_in _ _ _ Hl) in Ha. apply (lin_in _ _ _ Hl') in Hb.
      apply S; cbn; rewrite ?in_app_iff; auto. now apply concurrent_par.
  - destruct (safe_sub x y N) as [Sx Sy]; auto.
    apply NoDup_app in N as (Nx & Ny & D). rewrite !composite_app, IHl, IHl'; auto. reflexivity.
Qed.

(** Theorem 4.5, of orders *)
Theorem safe_deterministic t : NoDup (elems t) -> safe t -> deterministic t.
Proof.
  intros N S l l' H H'. rewrite (safe_lin t l), (safe_lin t l'); auto using linearization_lin. reflexivity.
Qed.

(** Definition 4.3, location by location: concurrent writers leave the same value. *)
Theorem safe_locations t : safe t <->
  forall l a b v v', In a (elems t) -> In b (elems t) -> concurrent t a b ->
    last (w a) l = Some v -> last (w b) l = Some v' -> v = v'.
Proof.
  split; [intros S l a b v v' Ha Hb C|intros S a b Ha Hb C; apply commute_agree; intros l v v'; now apply S].
  exact (proj1 (commute_agree dec _ _) (S a b Ha Hb C) l v v').
Qed.
End Safety.
