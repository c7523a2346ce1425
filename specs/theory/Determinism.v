(** Determinism (Definition 4.4) without enumeration: at each location, all maximal writers leave the same. *)
From Coq Require Import List Setoid Morphisms.
From CoreECS Require Export Safety.
Import ListNotations.

Section Determinism.
Context {L V A : Type} (dec : forall a b : L, {a = b} + {a <> b}) (w : A -> @update L V).
Notation update := (@update L V).
Notation last := (@last L V dec).
Notation at_ := (@at_ L V dec).
Notation same := (@same L V dec).
Notation equiv := (@equiv L V dec).
Notation commute := (@commute L V dec).
Notation composite := (@composite L V A w).
Notation deterministic := (@deterministic L V A dec w).

(** A writer of k is maximal if no other writer of k comes after it. *)
Definition maximal t k a :=
  In a (elems t) /\ last (w a) k <> None /\ forall b, In b (elems t) -> last (w b) k <> None -> le t a b -> b = a.

Definition agree t := forall k a b, maximal t k a -> maximal t k b -> last (w a) k = last (w b) k.

(** What maximal writers leave at k, by a fold over the order: the right side of ; replaces, || unites. *)
Fixpoint fold t k : list (option V) := match t with
  | Empty => []
  | Leaf a => match last (w a) k with Some v => [v] | None => [] end
  | Par x y => fold x k ++ fold y k
  | Then x y => match fold y k with [] => fold x k | vs => vs end
  end.

Lemma fold_nil t k : fold t k = [] <-> forall a, In a (elems t) -> last (w a) k = None.
Proof.
  induction t as [|a|x IHx y IHy|x IHx y IHy]; cbn.
  - firstorder.
  - split.
    + intros H u [<-|[]]. now destruct (last (w a) k).
    + intros H. rewrite H; auto.
  - split.
    + intros H u U. apply app_eq_nil in H as [? ?]. apply in_app_or in U. firstorder.
    + intros H. assert (fold x k = []) as -> by (apply IHx; intros; apply H; rewrite in_app_iff; auto).
      apply IHy. intros; apply H; rewrite in_app_iff; auto.
  - split.
    + intros H u U. destruct (fold y k) eqn:E; [|discriminate]. apply in_app_or in U. firstorder.
    + intros H. assert (fold y k = []) as -> by (apply IHy; intros; apply H; rewrite in_app_iff; auto).
      apply IHx. intros; apply H; rewrite in_app_iff; auto.
Qed.

Lemma fold_nil_1 t k : fold t k = [] -> forall a, In a (elems t) -> last (w a) k = None.
Proof. apply fold_nil. Qed.

Lemma maximal_par x y k a : NoDup (elems x ++ elems y) -> maximal (Par x y) k a <-> maximal x k a \/ maximal y k a.
Proof.
  intros N. apply NoDup_app in N as (Nx & Ny & D). unfold maximal. cbn. split.
  - intros (Ha & W & M). apply in_app_or in Ha as [Ha|Ha]; [left|right]; repeat split; auto;
      intros b Hb Wb Le; apply M; auto; rewrite in_app_iff; auto.
  - intros [(Ha & W & M)|(Ha & W & M)]; (repeat split; [rewrite in_app_iff; auto|auto|]);
      intros b Hb Wb [Le|Le]; try clash; apply M; auto; in_le; auto.
Qed.

Lemma maximal_then x y k a : NoDup (elems x ++ elems y) ->
  maximal (Then x y) k a <-> maximal y k a \/ (maximal x k a /\ forall b, In b (elems y) -> last (w b) k = None).
Proof.
  intros N. apply NoDup_app in N as (Nx & Ny & D). unfold maximal. cbn. split.
  - intros (Ha & W & M). apply in_app_or in Ha as [Ha|Ha]; [right|left]; repeat split; auto;
      try (intros b Hb Wb Le; apply M; auto; rewrite in_app_iff; auto).
    intros b Hb. destruct (last (w b) k) eqn:E; auto. exfalso.
    assert (b = a) as -> by (apply M; auto; rewrite ?in_app_iff; auto; congruence). clash.
  - intros [(Ha & W & M)|((Ha & W & M) & No)]; (repeat split; [rewrite in_app_iff; auto|auto|]).
    + intros b Hb Wb [Le|[Le|[H K]]]; try clash. apply M; auto; in_le; auto.
    + intros b Hb Wb [Le|[Le|[H K]]]; try clash.
      * apply M; auto; in_le; auto.
      * now rewrite No in Wb by auto.
Qed.

Lemma fold_maximal t k v : NoDup (elems t) -> In v (fold t k) <-> exists a, maximal t k a /\ last (w a) k = Some v.
Proof.
  revert v. induction t as [|a|x IHx y IHy|x IHx y IHy]; cbn; intros v N.
  - unfold maximal. firstorder.
  - unfold maximal. cbn. destruct (last (w a) k) eqn:E; cbn; split.
    + intros [<-|[]]. exists a. repeat split; auto; try congruence. intros b [<-|[]]; auto.
    + intros (b & ([<-|[]] & _) & H). left. congruence.
    + tauto.
    + intros (b & ([<-|[]] & _) & H). congruence.
  - pose proof N as N'. apply NoDup_app in N as (Nx & Ny & D). rewrite in_app_iff, IHx, IHy by auto.
    setoid_rewrite maximal_par; auto. firstorder.
  - pose proof N as N'. apply NoDup_app in N as (Nx & Ny & D). setoid_rewrite maximal_then; auto.
    destruct (fold y k) as [|u us] eqn:E.
    + rewrite IHx by auto. pose proof (proj1 (fold_nil _ _) E) as E'. split.
      * intros (a & M & H). eauto.
      * intros (a & [M|[M _]] & H); eauto. destruct M as (Ha & W & _). rewrite E' in W; auto. congruence.
    + rewrite IHy by auto. split.
      * intros (a & M & H). eauto.
      * intros (a & [M|[M No]] & H); eauto. rewrite (proj2 (fold_nil _ _) No) in E. discriminate.
Qed.

Lemma last_shuffle x y l k v : shuffle x y l -> last (composite l) k = Some v ->
  last (composite x) k = Some v \/ last (composite y) k = Some v.
Proof.
  unfold composite. induction 1 as [|a x y l H IH|b x y l H IH]; cbn; rewrite ?last_app; auto.
  - destruct (last (flat_map w l) k) eqn:E.
    + intros [= ->]. destruct IH as [IH|IH]; auto. rewrite IH. auto.
    + intros E'. left. destruct (last (flat_map w x) k) eqn:F; auto. exfalso.
      assert (last (composite l) k <> None) as K; [|unfold composite in K; congruence]. apply composite_last.
      assert (last (composite x) k <> None) as M by (unfold composite; congruence).
      apply composite_last in M as (u & U & W). exists u. split; auto. eapply shuffle_in; eauto.
  - destruct (last (flat_map w l) k) eqn:E.
    + intros [= ->]. destruct IH as [IH|IH]; auto. rewrite IH. auto.
    + intros E'. right. destruct (last (flat_map w y) k) eqn:F; auto. exfalso.
      assert (last (composite l) k <> None) as K; [|unfold composite in K; congruence]. apply composite_last.
      assert (last (composite y) k <> None) as M by (unfold composite; congruence).
      apply composite_last in M as (u & U & W). exists u. split; auto. eapply shuffle_in; eauto.
Qed.

(** The fold computes what the linearizations can leave at k. *)
Lemma fold_lin t k v : In v (fold t k) <-> exists l, lin t l /\ last (composite l) k = Some v.
Proof.
  revert v. induction t as [|a|x IHx y IHy|x IHx y IHy]; cbn; intros v.
  - split; [tauto|]. intros (l & H & E). inversion H; subst. discriminate.
  - split.
    + intros H. exists [a]. split; [constructor|]. unfold composite. cbn. rewrite app_nil_r.
      destruct (last (w a) k); cbn in H; intuition congruence.
    + intros (l & H & E). inversion H; subst. unfold composite in E. cbn in E. rewrite app_nil_r in E. rewrite E.
      cbn; auto.
  - rewrite in_app_iff, IHx, IHy. split.
    + intros [(l & H & E)|(l & H & E)].
      * exists (elems y ++ l). split.
        -- econstructor; [exact H|apply lin_elems|]. apply shuffle_sym, shuffle_app.
        -- now rewrite (composite_app w), last_app, E.
      * exists (elems x ++ l). split.
        -- econstructor; [apply lin_elems|exact H|]. apply shuffle_app.
        -- now rewrite (composite_app w), last_app, E.
    + intros (l & H & E). inversion H; subst. eapply last_shuffle in E; eauto. destruct E; eauto.
  - destruct (fold y k) as [|u us] eqn:F.
    + rewrite IHx. pose proof (fold_nil_1 _ _ F) as N. split.
      * intros (l & H & E). exists (l ++ elems y). split; [constructor; auto using lin_elems|].
        rewrite (composite_app w), last_app, E. destruct (last (composite (elems y)) k) eqn:G; auto. exfalso.
        assert (last (composite (elems y)) k <> None) as M by congruence.
        apply composite_last in M as (b & B & W). now rewrite N in W.
      * intros (l & H & E). inversion H as [| | |? ? lx ly Hx Hy]; subst. exists lx. split; auto.
        rewrite (composite_app w), last_app in E. destruct (last (composite ly) k) eqn:G; auto. exfalso.
        assert (last (composite ly) k <> None) as M by congruence.
        apply composite_last in M as (b & B & W). apply (lin_in _ _ _ Hy) in B. now rewrite N in W.
    + rewrite IHy. split.
      * intros (l & H & E). exists (elems x ++ l). split; [constructor; auto using lin_elems|].
        now rewrite (composite_app w), last_app, E.
      * intros (l & H & E). inversion H as [| | |? ? lx ly Hx Hy]; subst. exists ly. split; auto.
        rewrite (composite_app w), last_app in E. destruct (last (composite ly) k) eqn:G; auto. exfalso.
        assert (fold y k <> []) as M by congruence. apply M. apply (proj2 (fold_nil _ _)). intros b B.
        destruct (last (w b) k) eqn:J; auto. exfalso.
        assert (last (composite ly) k <> None) as K; [|congruence]. apply composite_last. exists b.
        split; [eapply lin_in; eauto|congruence].
Qed.

Theorem deterministic_iff_maximal_writers_agree t : NoDup (elems t) -> deterministic t <-> agree t.
Proof.
  intros N. split.
  - intros H k a b Ma Mb.
    destruct (last (w a) k) as [v|] eqn:E; [|destruct Ma as (_ & W & _); congruence].
    destruct (last (w b) k) as [v'|] eqn:E'; [|destruct Mb as (_ & W & _); congruence].
    assert (In v (fold t k)) as F by (apply fold_maximal; eauto). apply fold_lin in F as (l & Hl & F).
    assert (In v' (fold t k)) as F' by (apply fold_maximal; eauto). apply fold_lin in F' as (l' & Hl' & F').
    specialize (H l l' (lin_linearization _ _ N Hl) (lin_linearization _ _ N Hl') k). congruence.
  - intros H l l' Hl Hl' k. apply linearization_lin in Hl, Hl'.
    assert (forall l, lin t l -> last (composite l) k <> None ->
      exists a, maximal t k a /\ last (w a) k = last (composite l) k) as M.
    { intros m Hm W. destruct (last (composite m) k) as [v|] eqn:E; [|congruence].
      apply fold_maximal; auto. apply fold_lin. eauto. }
    assert (forall l l', lin t l -> lin t l' -> last (composite l) k <> None -> last (composite l') k <> None) as S.
    { intros m m' Hm Hm' W. apply composite_last in W as (a & Ha & W). apply composite_last. exists a. split; auto.
      apply (lin_in _ _ _ Hm'), (lin_in _ _ _ Hm). auto. }
    destruct (last (composite l) k) as [v|] eqn:E.
    + assert (last (composite l) k <> None) as W by congruence.
      destruct (M l Hl W) as (a & Ma & Ea). destruct (M l' Hl' (S _ _ Hl Hl' W)) as (b & Mb & Eb).
      rewrite <- E, <- Ea, <- Eb. now apply H.
    + destruct (last (composite l') k) as [v|] eqn:E'; auto. exfalso. refine (S l' l _ _ _ E); auto. congruence.
Qed.

(** What a fold over the tree decides: at most one value at each location. *)
Corollary deterministic_fold t : NoDup (elems t) ->
  deterministic t <-> forall k v v', In v (fold t k) -> In v' (fold t k) -> v = v'.
Proof.
  intros N. rewrite deterministic_iff_maximal_writers_agree by auto. split.
  - intros H k v v' F F'. apply fold_maximal in F as (a & Ma & E), F' as (b & Mb & E'); auto.
    specialize (H k a b Ma Mb). congruence.
  - intros H k a b Ma Mb.
    destruct (last (w a) k) as [v|] eqn:E; [|destruct Ma as (_ & W & _); congruence].
    destruct (last (w b) k) as [v'|] eqn:E'; [|destruct Mb as (_ & W & _); congruence].
    f_equal. apply (H k); apply fold_maximal; eauto.
Qed.

(** All linearizations write the same locations: so they are equivalent where they end alike at one state. *)
Lemma deterministic_by_states t c : NoDup (elems t) ->
  deterministic t <-> forall l l', linearization t l -> linearization t l' ->
    same (c ++ composite l) (c ++ composite l').
Proof.
  intros N. split.
  - intros H l l' Hl Hl'. now rewrite (H l l' Hl Hl').
  - intros H l l' Hl Hl' k. specialize (H l l' Hl Hl' k). rewrite !at_app in H.
    apply linearization_lin in Hl, Hl'.
    destruct (last (composite l) k) as [v|] eqn:E, (last (composite l') k) as [v'|] eqn:E'; auto; try congruence;
      exfalso.
    + assert (last (composite l) k <> None) as W by congruence. apply composite_last in W as (a & Ha & W).
      assert (last (composite l') k <> None); [|congruence]. apply composite_last. exists a. split; auto.
      apply (lin_in _ _ _ Hl'), (lin_in _ _ _ Hl). auto.
    + assert (last (composite l') k <> None) as W by congruence. apply composite_last in W as (a & Ha & W).
      assert (last (composite l) k <> None); [|congruence]. apply composite_last. exists a. split; auto.
      apply (lin_in _ _ _ Hl), (lin_in _ _ _ Hl'). auto.
Qed.

End Determinism.
