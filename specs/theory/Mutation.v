(** Mutations (section 3.4). *)
From Coq Require Import List Bool.
From CoreECS Require Export Parameters.
Import ListNotations.

Section Mutation.
Context `{Names}.
Notation update := (@update (E * I) V).

(** Figure 5. [undefined] is not in the figure: a function of a system is undefined if it yields this (D12). *)
Inductive mutation :=
  | attach (i : I) (e : E) (k : V)
  | detach (i : I) (e : E)
  | compose (m m' : mutation)
  | nu (f : E -> mutation)
  | nil
  | undefined.

(** [mutation/attach], [mutation/detach], [mutation/compose], [mutation/new], [mutation/nil]:
    c |v m  =  c ++ perform m. phi gives the entities of the nu's of this invocation; n have been used. *)
Fixpoint perform (phi : nat -> E) n m : update * nat := match m with
  | attach i e k => ([((e, i), Some k)], n)
  | detach i e => ([((e, i), None)], n)
  | compose m m' => let (u, n) := perform phi n m in let (u', n) := perform phi n m' in (u ++ u', n)
  | nu f => perform phi (S n) (f (phi n))
  | nil | undefined => ([], n)
  end.

(** Whether a mutation is defined (D12): nothing undefined is in what is performed. *)
Fixpoint defined (phi : nat -> E) n m : bool := match m with
  | compose m m' => defined phi n m && defined phi (snd (perform phi n m)) m'
  | nu f => defined phi (S n) (f (phi n))
  | undefined => false
  | attach _ _ _ | detach _ _ | nil => true
  end.

(** ** Entities that are known: an update, a state, or a mutation names no others. *)
Definition uwithin (X : E -> Prop) (u : update) :=
  forall l v, In (l, v) u -> X (fst l) /\ forall k, v = Some k -> within X k.
Definition cwithin (X : E -> Prop) (c : state) := forall l k, get c l = Some k -> X (fst l) /\ within X k.
Fixpoint mwithin (X : E -> Prop) m : Prop := match m with
  | attach _ e k => X e /\ within X k
  | detach _ e => X e
  | compose m m' => mwithin X m /\ mwithin X m'
  | nu f => forall x, mwithin (fun e => X e \/ e = x) (f x)
  | nil | undefined => True
  end.

Lemma uwithin_mono (X Y : E -> Prop) u : (forall e, X e -> Y e) -> uwithin X u -> uwithin Y u.
Proof. intros M H' l v Hl. destruct (H' l v Hl). split; auto. intros. eapply within_mono; eauto. Qed.

Lemma cwithin_mono (X Y : E -> Prop) c : (forall e, X e -> Y e) -> cwithin X c -> cwithin Y c.
Proof. intros M C l k G. destruct (C l k G). split; auto. eapply within_mono; eauto. Qed.

Lemma uwithin_wr X u l : uwithin X u -> wr u l <> None -> X (fst l).
Proof. intros U K. apply last_in in K as [v K]. apply (U _ _ K). Qed.

Lemma perform_within phi m : forall n (X : E -> Prop), mwithin X m ->
  uwithin (fun e => X e \/ exists k, e = phi k) (fst (perform phi n m)).
Proof.
  induction m as [i e k|i e|m IH m' IH'|f IH| |]; cbn; intros n X W.
  - intros l v [[= <- <-]|[]]. destruct W as [W W']. split; auto.
    intros ? [= ->]. eapply within_mono; [|exact W']. auto.
  - intros l v [[= <- <-]|[]]. split; auto. discriminate.
  - destruct W as [W W']. specialize (IH n X W). destruct (perform phi n m) as [u k] eqn:P.
    specialize (IH' k X W'). destruct (perform phi k m') as [u' k'] eqn:P'. cbn in *.
    intros l v Hl. apply in_app_or in Hl as [Hl|Hl]; auto.
  - eapply uwithin_mono; [|eapply IH; apply W]. cbn. intros e [[K|K]|K]; eauto.
  - intros l v [].
  - intros l v [].
Qed.

Lemma cwithin_app X c u : cwithin X c -> uwithin X u -> cwithin X (c ++ u).
Proof.
  unfold cwithin, get. intros C U l k. rewrite at_app. destruct (last loc_dec u l) as [v|] eqn:Q; [|auto].
  intros ->. assert (In (l, Some k) u) as M; [|split; [apply (U _ _ M)|eapply (U _ _ M); auto]].
  clear -Q. induction u as [|[a b] u IH]; cbn in *; [discriminate|].
  destruct (last loc_dec u l) eqn:R; auto. destruct (loc_dec l a); [left; congruence|discriminate].
Qed.

End Mutation.
