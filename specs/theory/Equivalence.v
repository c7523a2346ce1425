(** Equivalence and commutativity (Definitions 4.1 and 4.2) of mutations whose nu's have their entities. *)
From Coq Require Import List Setoid Morphisms.
From CoreECS Require Export State.
Import ListNotations.

Section Equivalence.
Context {L V : Type} (dec : forall a b : L, {a = b} + {a <> b}).
Notation update := (@update L V).
Notation last := (@last L V dec).
Notation at_ := (@at_ L V dec).
Notation same := (@same L V dec).

(** [equivalence], as it is decided: both leave the same at each location. *)
Definition equiv u u' := forall l, last u l = last u' l.
(** [commutativity] *)
Definition commute u u' := equiv (u ++ u') (u' ++ u).

(** Definition 4.1 with D10: mutations are equivalent if and only if every state becomes the same by both. *)
Theorem definition_4_1 (v : V) (u u' : update) : equiv u u' <-> forall c, same (c ++ u) (c ++ u').
Proof.
  split.
  - intros H c l. rewrite !at_app, H. auto.
  - intros H l. pose proof (H [] l) as H0. pose proof (H [(l, Some v)] l) as H1.
    rewrite !at_app in H0, H1. unfold at_ in H0, H1. cbn in H0, H1. destruct (dec l l); [|congruence].
    destruct (last u l) as [a|], (last u' l) as [b|]; congruence.
Qed.

Global Instance equiv_equivalence : Equivalence equiv.
Proof. split; repeat intro; auto. transitivity (last y l); auto. Qed.
Global Instance app_equiv : Proper (equiv ==> equiv ==> equiv) (@app (L * option V)).
Proof. intros a b H c d K l. rewrite !last_app, K. destruct (last d l); auto. Qed.
Global Instance app_same : Proper (same ==> equiv ==> same) (@app (L * option V)).
Proof. intros a b H c d K l. rewrite !at_app, K. destruct (last d l); auto. Qed.

Lemma same_of_equiv c c' : equiv c c' -> same c c'.
Proof. intros H l. unfold at_. now rewrite H. Qed.

(** Decided by computation *)
Context (V_dec : forall a b : V, {a = b} + {a <> b}).
Definition write_dec : forall a b : option (option V), {a = b} + {a <> b}.
Proof. decide equality. decide equality. Defined.
Definition equivb u u' := forallb (fun l =>
  if write_dec (last u l) (last u' l) then true else false) (map fst (u ++ u')).
Lemma equivb_sound u u' : equivb u u' = true -> equiv u u'.
Proof.
  unfold equivb. rewrite forallb_forall. intros H l.
  destruct (in_dec dec l (map fst (u ++ u'))) as [K|K].
  - specialize (H l K). now destruct write_dec.
  - rewrite map_app, in_app_iff, !in_map_iff in K.
    destruct (last u l) eqn:E; [exfalso|destruct (last u' l) eqn:E'; auto; exfalso]; apply K.
    + left. destruct (proj1 (last_in dec u l)) as [v W]; [congruence|]. now exists (l, v).
    + right. destruct (proj1 (last_in dec u' l)) as [v W]; [congruence|]. now exists (l, v).
Qed.

(** The core of Lemma 4.6: mutations that write to no location in common commute. *)
Lemma disjoint_commute u u' : (forall l, last u l <> None -> last u' l <> None -> False) -> commute u u'.
Proof.
  intros H l. rewrite !last_app. specialize (H l). destruct (last u l), (last u' l); auto. exfalso.
  apply H; discriminate.
Qed.

Lemma commute_sym u u' : commute u u' -> commute u' u.
Proof. unfold commute. intros. now symmetry. Qed.

Lemma commute_agree u u' :
  commute u u' <-> forall l v v', last u l = Some v -> last u' l = Some v' -> v = v'.
Proof.
  split.
  - intros H l v v' E E'. specialize (H l). rewrite !last_app, E, E' in H. congruence.
  - intros H l. rewrite !last_app. specialize (H l). destruct (last u l), (last u' l); auto. f_equal. symmetry. auto.
Qed.

(** [order/composite]: f_1(r_1) . ... . f_n(r_n) *)
Section Composite.
Context {A : Type} (w : A -> update).
Definition composite (l : list A) := flat_map w l.

Lemma composite_cons a l : composite (a :: l) = w a ++ composite l.
Proof. reflexivity. Qed.
Lemma composite_app l l' : composite (l ++ l') = composite l ++ composite l'.
Proof. apply flat_map_app. Qed.

Lemma composite_last l k : last (composite l) k <> None <-> exists a, In a l /\ last (w a) k <> None.
Proof.
  unfold composite. split.
  - intros H. apply last_in in H as [v H]. apply in_flat_map in H as (a & ? & ?). exists a. rewrite last_in. eauto.
  - intros (a & H & K). apply last_in in K as [v K]. apply last_in. exists v. apply in_flat_map. eauto.
Qed.

Lemma commute_composite u l : (forall a, In a l -> commute (w a) u) -> equiv (u ++ composite l) (composite l ++ u).
Proof.
  induction l as [|a l IH]; cbn; intros H.
  - now rewrite app_nil_r.
  - fold (composite l). assert (equiv (w a ++ u) (u ++ w a)) as E by (apply H; auto).
    rewrite app_assoc, <- E, <- !app_assoc, IH by auto. reflexivity.
Qed.

End Composite.
End Equivalence.
Arguments composite : simpl never.
