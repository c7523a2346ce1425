(** Series-parallel orders, the shape of po_c(z) (section 4.1), and their linearizations. *)
From Coq Require Import List Permutation Arith Lia.
Import ListNotations.

Section SeriesParallel.
Context {A : Type}.

Inductive sp := Empty | Leaf (a : A) | Par (x y : sp) | Then (x y : sp).

Fixpoint elems t := match t with
  | Empty => []
  | Leaf a => [a]
  | Par x y | Then x y => elems x ++ elems y
  end.

(** [order/le-par], [order/le-then]: u <=_z u', by the paper's equations *)
Fixpoint le t (a b : A) : Prop := match t with
  | Empty => False
  | Leaf u => a = u /\ b = u
  | Par x y => le x a b \/ le y a b
  | Then x y => le x a b \/ le y a b \/ (In a (elems x) /\ In b (elems y))
  end.

(** [order/concurrent] *)
Definition concurrent t a b := ~ le t a b /\ ~ le t b a.

(** [order/linearization]: it has each element once, and no element before one that precedes it. *)
Definition linearization t l := Permutation l (elems t) /\ ForallOrdPairs (fun a b => ~ le t b a) l.

Definition pars := fold_right (fun a t => Par (Leaf a) t) Empty.
Definition thens := fold_right (fun a t => Then (Leaf a) t) Empty.

Lemma elems_pars l : elems (pars l) = l.
Proof. induction l; cbn; congruence. Qed.
Lemma elems_thens l : elems (thens l) = l.
Proof. induction l; cbn; congruence. Qed.

Lemma le_in t a b : le t a b -> In a (elems t) /\ In b (elems t).
Proof.
  induction t; cbn; rewrite ?in_app_iff; intuition (subst; auto).
Qed.

Lemma le_refl t a : In a (elems t) -> le t a a.
Proof.
  induction t; cbn; rewrite ?in_app_iff; intuition (subst; auto).
Qed.

Lemma NoDup_app (x y : list A) : NoDup (x ++ y) <-> NoDup x /\ NoDup y /\ (forall a, In a x -> ~ In a y).
Proof.
  induction x as [|a x IH]; cbn.
  - split; [intros; repeat split; auto; constructor|tauto].
  - rewrite !NoDup_cons_iff, IH, in_app_iff. split.
    + intros (H1 & H2 & H3 & H4). repeat split; auto. intros b [<-|]; auto.
    + intros ((H1 & H2) & H3 & H4). repeat split; auto. intros [|]; auto. eapply H4; eauto.
Qed.

Ltac in_le := repeat match goal with H : le _ _ _ |- _ => apply le_in in H; destruct H end.
Ltac clash := in_le; exfalso; match goal with
  D : forall a, In a ?x -> ~ In a ?y, H : In ?a ?x, K : In ?a ?y |- _ => exact (D a H K) end.

Lemma le_trans t a b c : NoDup (elems t) -> le t a b -> le t b c -> le t a c.
Proof.
  induction t; cbn; try tauto; rewrite NoDup_app; intros (N & N' & D).
  - intros [H|H] [K|K]; auto; clash.
  - intros [H|[H|[H H']]] [K|[K|[K K']]]; auto; try clash; in_le; auto.
Qed.

Lemma le_antisym t a b : NoDup (elems t) -> le t a b -> le t b a -> a = b.
Proof.
  induction t; cbn; try tauto; [intuition congruence| |]; rewrite NoDup_app; intros (N & N' & D).
  - intros [H|H] [K|K]; auto; clash.
  - intros [H|[H|[H H']]] [K|[K|[K K']]]; auto; clash.
Qed.

(** [order/le-conc], [order/le-seq]: the paper's equations for the leaves are what le says there. *)
Lemma le_pars l a b : NoDup l -> le (pars l) a b <-> a = b /\ In a l.
Proof.
  induction l as [|u l IH]; cbn; [intuition|]. intros N. inversion N; subst. rewrite IH by auto. intuition congruence.
Qed.
Lemma le_thens l a b : le (thens l) a b <-> (a = b /\ In a l) \/ exists x y, l = x ++ a :: y /\ In b y.
Proof.
  induction l as [|u l IH]; cbn.
  - split; [tauto|]. intros [[]|(x & y & H & _)]; auto. destruct x; discriminate.
  - rewrite IH, elems_thens. clear IH. split.
    + intros [[-> ->]|[[[-> H]|(x & y & -> & H)]|[[->|[]] H]]]; auto.
      * right. exists (u :: x), y. auto.
      * right. exists [], l. auto.
    + intros [[-> [->|H]]|(x & y & H & K)]; auto.
      destruct x; cbn in H; injection H as -> ->; auto.
      right. left. right. eauto.
Qed.

Lemma thens_total l a b : In a (elems (thens l)) -> In b (elems (thens l)) -> concurrent (thens l) a b -> False.
Proof.
  unfold concurrent. induction l as [|u l IH]; cbn; rewrite ?elems_thens in *; [tauto|].
  intros [->|Ha] [->|Hb] [C C']; tauto.
Qed.

(** ** Linearizations, by recursion over the order *)
Inductive shuffle : list A -> list A -> list A -> Prop :=
  | shuffle_nil : shuffle [] [] []
  | shuffle_l a x y l : shuffle x y l -> shuffle (a :: x) y (a :: l)
  | shuffle_r b x y l : shuffle x y l -> shuffle x (b :: y) (b :: l).

Inductive lin : sp -> list A -> Prop :=
  | lin_empty : lin Empty []
  | lin_leaf a : lin (Leaf a) [a]
  | lin_par x y l l' k : lin x l -> lin y l' -> shuffle l l' k -> lin (Par x y) k
  | lin_then x y l l' : lin x l -> lin y l' -> lin (Then x y) (l ++ l').

Lemma shuffle_left l : shuffle l [] l.
Proof. induction l; constructor; auto. Qed.
Lemma shuffle_right l : shuffle [] l l.
Proof. induction l; constructor; auto. Qed.
Lemma shuffle_app x y : shuffle x y (x ++ y).
Proof. induction x; cbn; [apply shuffle_right|constructor; auto]. Qed.
Lemma shuffle_sym x y l : shuffle x y l -> shuffle y x l.
Proof. induction 1; constructor; auto. Qed.
Lemma shuffle_nil_inv y l : shuffle [] y l -> l = y.
Proof. remember [] as x. induction 1; try discriminate; f_equal; auto. Qed.
Lemma shuffle_perm x y l : shuffle x y l -> Permutation l (x ++ y).
Proof.
  induction 1; cbn; auto. apply Permutation_trans with (b :: x ++ y); auto. apply Permutation_middle.
Qed.
Lemma shuffle_in x y l a : shuffle x y l -> In a l <-> In a x \/ In a y.
Proof.
  intros H. rewrite <- in_app_iff. split; apply Permutation_in; [|symmetry]; now apply shuffle_perm.
Qed.

Lemma split_shuffle l : forall x y, Permutation l (x ++ y) ->
  exists x' y', Permutation x' x /\ Permutation y' y /\ shuffle x' y' l.
Proof.
  induction l as [|a l IH]; intros x y H.
  - apply Permutation_nil in H. apply app_eq_nil in H as [-> ->]. exists [], []. repeat split; constructor.
  - assert (In a (x ++ y)) as K by (eapply Permutation_in; [exact H|now left]).
    apply in_app_or in K as [K|K]; apply in_split in K as (p & q & ->).
    + assert (Permutation l ((p ++ q) ++ y)) as M.
      { apply Permutation_cons_inv with a. rewrite H, <- !app_assoc. cbn. symmetry. apply Permutation_middle. }
      destruct (IH _ _ M) as (x' & y' & ? & ? & ?). exists (a :: x'), y'. repeat split; auto.
      * rewrite H0. apply Permutation_middle.
      * constructor; auto.
    + assert (Permutation l (x ++ (p ++ q))) as M.
      { apply Permutation_cons_inv with a. rewrite H, !app_assoc. cbn. symmetry. apply Permutation_middle. }
      destruct (IH _ _ M) as (x' & y' & ? & ? & ?). exists x', (a :: y'). repeat split; auto.
      * rewrite H1. apply Permutation_middle.
      * constructor; auto.
Qed.

Lemma FOP_impl (R S : A -> A -> Prop) l :
  (forall a b, In a l -> In b l -> R a b -> S a b) -> ForallOrdPairs R l -> ForallOrdPairs S l.
Proof.
  intros H K. induction K as [|a l F K IH]; constructor.
  - rewrite Forall_forall in *. intros b B. apply H; cbn; auto.
  - apply IH. intros. apply H; cbn; auto.
Qed.

Lemma FOP_shuffle_inv R x y l : shuffle x y l -> ForallOrdPairs R l -> ForallOrdPairs R x /\ ForallOrdPairs R y.
Proof.
  induction 1 as [|a x y l H IH|b x y l H IH]; intros K; [split; constructor| |];
    inversion K; subst; destruct (IH H3); split; auto; constructor; auto;
    rewrite Forall_forall in *; intros; apply H2; eapply shuffle_in; eauto.
Qed.

Lemma FOP_shuffle (R : A -> A -> Prop) x y l : shuffle x y l -> ForallOrdPairs R x -> ForallOrdPairs R y ->
  (forall a b, In a x -> In b y -> R a b /\ R b a) -> ForallOrdPairs R l.
Proof.
  induction 1 as [|a x y l H IH|b x y l H IH]; intros K M C; [constructor| |].
  - inversion K as [|? ? F K']; subst. constructor; [|apply IH; auto; intros; apply C; cbn; auto].
    rewrite Forall_forall in *. intros u U. eapply shuffle_in in U; eauto. destruct U; auto. apply (C a u); cbn; auto.
  - inversion M as [|? ? F M']; subst. constructor; [|apply IH; auto; intros; apply C; cbn; auto].
    rewrite Forall_forall in *. intros u U. eapply shuffle_in in U; eauto. destruct U; auto. apply (C u b); cbn; auto.
Qed.

Lemma FOP_app (R : A -> A -> Prop) x y : ForallOrdPairs R x -> ForallOrdPairs R y ->
  (forall a b, In a x -> In b y -> R a b) -> ForallOrdPairs R (x ++ y).
Proof.
  intros K M C. induction K as [|a x F K IH]; cbn; auto. constructor.
  - rewrite Forall_forall in *. intros b B. apply in_app_or in B as [|]; auto. apply C; cbn; auto.
  - apply IH. intros. apply C; cbn; auto.
Qed.

Lemma shuffle_ordered (R : A -> A -> Prop) x y l : shuffle x y l -> ForallOrdPairs R l ->
  (forall a b, In a x -> In b y -> ~ R b a) -> l = x ++ y.
Proof.
  induction 1 as [|a x y l H IH|b x y l H IH]; intros K C; auto; inversion K; subst.
  - cbn. f_equal. apply IH; auto. intros. apply C; cbn; auto.
  - destruct x as [|a x].
    + cbn. f_equal. now apply shuffle_nil_inv.
    + exfalso. apply (C a b); cbn; auto. rewrite Forall_forall in H2. apply H2.
      eapply shuffle_in; eauto. cbn; auto.
Qed.

Lemma lin_in t l a : lin t l -> In a l <-> In a (elems t).
Proof.
  intros H. revert a. induction H as [| |x y l l' k ? ? ? ? S| ]; intros u; cbn; rewrite ?in_app_iff; try tauto.
  - rewrite (shuffle_in _ _ _ u S). rewrite IHlin1, IHlin2. tauto.
  - rewrite IHlin1, IHlin2. tauto.
Qed.

Theorem linearization_lin t l : linearization t l -> lin t l.
Proof.
  revert l. induction t as [|a|x IHx y IHy|x IHx y IHy]; cbn; intros l [P F].
  - symmetry in P. apply Permutation_nil in P as ->. constructor.
  - symmetry in P. apply Permutation_length_1_inv in P as ->. constructor.
  - destruct (split_shuffle _ _ _ P) as (x' & y' & Px & Py & S).
    destruct (FOP_shuffle_inv _ _ _ _ S F) as [Fx Fy].
    econstructor; [apply IHx|apply IHy|exact S]; split; auto; eapply FOP_impl; try eassumption; cbn; tauto.
  - destruct (split_shuffle _ _ _ P) as (x' & y' & Px & Py & S).
    destruct (FOP_shuffle_inv _ _ _ _ S F) as [Fx Fy].
    rewrite (shuffle_ordered _ _ _ _ S F).
    + constructor; [apply IHx|apply IHy]; split; auto; eapply FOP_impl; try eassumption; cbn; tauto.
    + intros a b Ha Hb N. apply N. right; right; split; eapply Permutation_in; eauto.
Qed.

Theorem lin_linearization t l : NoDup (elems t) -> lin t l -> linearization t l.
Proof.
  intros N H. induction H as [|a|x y l l' k Hl IHl Hl' IHl' S|x y l l' Hl IHl Hl' IHl']; cbn in *.
  - split; auto. constructor.
  - split; auto. constructor; auto. constructor.
  - apply NoDup_app in N as (Nx & Ny & D). destruct (IHl Nx) as [P F], (IHl' Ny) as [P' F']. split.
    + rewrite (shuffle_perm _ _ _ S). now apply Permutation_app.
    + apply (FOP_shuffle _ _ _ _ S).
      * eapply FOP_impl; [|exact F]. cbn. intros a b Ha Hb NL.
        apply (lin_in _ _ _ Hl) in Ha, Hb. intros [L|L]; auto; clash.
      * eapply FOP_impl; [|exact F']. cbn. intros a b Ha Hb NL.
        apply (lin_in _ _ _ Hl') in Ha, Hb. intros [L|L]; auto; clash.
      * intros a b Ha Hb. apply (lin_in _ _ _ Hl) in Ha. apply (lin_in _ _ _ Hl') in Hb.
        split; intros [L|L]; clash.
  - apply NoDup_app in N as (Nx & Ny & D). destruct (IHl Nx) as [P F], (IHl' Ny) as [P' F']. split.
    + now apply Permutation_app.
    + apply FOP_app.
      * eapply FOP_impl; [|exact F]. cbn. intros a b Ha Hb NL.
        apply (lin_in _ _ _ Hl) in Ha, Hb. intros [L|[L|[L M]]]; auto; clash.
      * eapply FOP_impl; [|exact F']. cbn. intros a b Ha Hb NL.
        apply (lin_in _ _ _ Hl') in Ha, Hb. intros [L|[L|[L M]]]; auto; clash.
      * intros a b Ha Hb. apply (lin_in _ _ _ Hl) in Ha. apply (lin_in _ _ _ Hl') in Hb.
        intros [L|[L|[L M]]]; clash.
Qed.

Lemma lin_elems t : lin t (elems t).
Proof. induction t; cbn; econstructor; eauto. apply shuffle_app. Qed.

Lemma concurrent_par x y a b : NoDup (elems (Par x y)) -> In a (elems x) -> In b (elems y) -> concurrent (Par x y) a b.
Proof. cbn. intros N Ha Hb. apply NoDup_app in N as (_ & _ & D). split; intros [L|L]; clash. Qed.

Lemma concurrent_par_inv x y a b : NoDup (elems (Par x y)) -> concurrent (Par x y) a b ->
  In a (elems (Par x y)) -> In b (elems (Par x y)) ->
  (In a (elems x) /\ In b (elems x) /\ concurrent x a b) \/ (In a (elems y) /\ In b (elems y) /\ concurrent y a b) \/
  (In a (elems x) /\ In b (elems y)) \/ (In a (elems y) /\ In b (elems x)).
Proof. unfold concurrent. cbn. rewrite !in_app_iff. intuition. Qed.

Lemma concurrent_then_inv x y a b : concurrent (Then x y) a b ->
  In a (elems (Then x y)) -> In b (elems (Then x y)) ->
  (In a (elems x) /\ In b (elems x) /\ concurrent x a b) \/ (In a (elems y) /\ In b (elems y) /\ concurrent y a b).
Proof. unfold concurrent. cbn. rewrite !in_app_iff. intuition. Qed.

Lemma concurrent_sub x y a b : NoDup (elems (Par x y)) ->
  (In a (elems x) /\ In b (elems x) /\ concurrent x a b) \/ (In a (elems y) /\ In b (elems y) /\ concurrent y a b) ->
  concurrent (Par x y) a b /\ concurrent (Then x y) a b.
Proof.
  cbn. intros N. apply NoDup_app in N as (_ & _ & D). unfold concurrent. cbn.
  intros [(Ha & Hb & C & C')|(Ha & Hb & C & C')]; repeat split; intros L; decompose [or and] L; auto; clash.
Qed.

End SeriesParallel.
Arguments sp : clear implicits.

Ltac in_le := repeat match goal with H : le _ _ _ |- _ => apply le_in in H; destruct H end.
Ltac clash := in_le; exfalso; match goal with
  D : forall a, In a ?x -> ~ In a ?y, H : In ?a ?x, K : In ?a ?y |- _ => exact (D a H K) end.
