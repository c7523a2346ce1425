(** Systems that forge no entities: what they write names only entities that they observe, that their program names, and
    that they create. Then no invocation writes to an entity that a concurrent one creates (Influence.v, [private]). *)
From Coq Require Import List Arith Lia.
From CoreECS Require Export Influence.
Import ListNotations.

Section Known.
Context `{Language}.
Notation update := (@update (E * I) V).

(** L has the entities that the program names. *)
Definition honest (L : E -> Prop) s := forall (X : E -> Prop) e w,
  (forall x, L x -> X x) -> Forall X e -> wwithin X w -> mwithin X (body s e w).
Fixpoint honest_z L z : Prop := match z with
  | conc s | seq s => honest L s
  | par z z' | andthen z z' => honest_z L z /\ honest_z L z'
  end.

Definition plus (X Y : E -> Prop) e := X e \/ Y e.
Definition created_by t e := exists a, In a (elems t) /\ created a e.

Lemma invoke_within L s lf r (X : E -> Prop) : honest L s -> (forall e, L e -> X e) -> Forall X (fst r) ->
  wwithin X (snd r) ->
  uwithin (plus X (created (invoke s lf r))) (upd (invoke s lf r)).
Proof. intros Ho HL He Hw. apply perform_within. apply Ho; auto. Qed.

Lemma roll_within L s lf r : forall (X : E -> Prop) c, honest L s -> (forall e, L e -> X e) -> cwithin X c ->
  Forall (fun x => Forall X (fst x)) r -> let t := map (invoke s lf) (roll s lf c r) in
  forall a, In a t -> uwithin (plus X (fun e => exists a, In a t /\ created a e)) (upd a).
Proof.
  induction r as [|x r IH]; cbn; intros X c Ho HL HC HR a Ha; [tauto|]. inversion HR as [|? ? Hx HR']; subst.
  destruct (again s c x) as [w|] eqn:Lo; [|eauto]. destruct (again_within X s c x w HC Hx Lo) as [He Hw].
  pose proof (invoke_within L s lf (fst x, w) X Ho HL He Hw) as K. cbn in Ha. destruct Ha as [<-|Ha].
  - eapply uwithin_mono; [|exact K]. intros y [Q|Q]; [now left|right]. eexists. split; [left; reflexivity|auto].
  - eapply uwithin_mono; [|eapply (IH (plus X (created (invoke s lf (fst x, w))))); eauto].
    + intros y [[Q|Q]|(b & B & Q)]; [now left|right; eexists; split; [left; reflexivity|auto]|right; exists b; cbn;
        auto].
    + intros; left; auto.
    + apply cwithin_app; auto. eapply cwithin_mono; [|exact HC]. intros; left; auto.
    + eapply Forall_impl; [|exact HR']. intros y. apply Forall_impl. intros; now left.
Qed.

Lemma composite_within X l : (forall a, In a l -> uwithin X (upd a)) -> uwithin X (composite upd l).
Proof. intros K x v Hx. apply in_flat_map in Hx as (a & Ha & Hx). eapply K; eauto. Qed.

Lemma po_within L z : forall (X : E -> Prop) c lf, honest_z L z -> (forall e, L e -> X e) -> cwithin X c ->
  forall a, In a (elems (po c z lf)) -> uwithin (plus X (created_by (po c z lf))) (upd a).
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros X c lf Ho HL HC a Ha.
  - rewrite elems_pars in Ha. pose proof Ha as Ha'. apply in_map_iff in Ha as ((e & w) & <- & Hr).
    apply (query_within _ X) in Hr as [He Hw]; auto.
    eapply uwithin_mono; [|apply (invoke_within L s lf (e, w) X); auto]. intros x [Q|Q]; [now left|right].
    eexists. split; [|exact Q]. now rewrite elems_pars.
  - rewrite elems_thens in Ha.
    assert (Forall (fun x => Forall X (fst x)) (query s c)) as F.
    { apply Forall_forall. intros (e & w) Hr. now apply (query_within _ X) in Hr as [Hr _]. }
    eapply uwithin_mono; [|eapply roll_within; eauto].
    intros x [Q|(b & B & Q)]; [now left|right]. exists b. now rewrite elems_thens.
  - destruct Ho as [Ho Ho']. apply in_app_or in Ha as [Ha|Ha].
    + eapply uwithin_mono; [|eapply IH; eauto]. intros x [Q|(b & B & Q)]; [now left|right]. exists b. cbn.
      rewrite in_app_iff; auto.
    + eapply uwithin_mono; [|eapply IH'; eauto]. intros x [Q|(b & B & Q)]; [now left|right]. exists b. cbn.
      rewrite in_app_iff; auto.
  - destruct Ho as [Ho Ho']. apply in_app_or in Ha as [Ha|Ha].
    + eapply uwithin_mono; [|eapply IH; eauto]. intros x [Q|(b & B & Q)]; [now left|right]. exists b. cbn.
      rewrite in_app_iff; auto.
    + eapply uwithin_mono; [|eapply (IH' (plus X (created_by (po c z lf)))); eauto].
      * intros x [[Q|(b & B & Q)]|(b & B & Q)]; [now left| |]; right; exists b; cbn; rewrite in_app_iff; auto.
      * intros; left; auto.
      * unfold advance. rewrite produce_po. apply cwithin_app.
        -- eapply cwithin_mono; [|exact HC]. intros; left; auto.
        -- apply composite_within. intros b B. eapply IH; eauto.
Qed.

(** X has no entity that is created at these leaves, or later. *)
Definition old (X : E -> Prop) lf := forall lf' e n, lf <= lf' -> ~ X (fresh lf' e n).

Theorem honest_private L z : forall (X : E -> Prop) c lf, honest_z L z -> (forall e, L e -> X e) -> cwithin X c ->
  old X lf ->
  private (po c z lf).
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros X c lf Ho HL HC HX a b l Ha Hb C Wb (n & Cr);
    match type of Ha with In _ (elems (po _ ?z _)) =>
      pose proof (po_keys z c lf) as N; pose proof (po_nodup z c lf) as N' end;
    pose proof (concurrent_neq _ _ _ Ha C) as Ne.
  - pose proof Hb as Hb'. cbn in Hb'. rewrite elems_pars in Hb'. apply in_map_iff in Hb' as ((e & w) & Q & Hr).
    apply (query_within _ X) in Hr as [He Hw]; auto. subst b.
    pose proof (uwithin_wr _ _ _ (invoke_within L s lf (e, w) X Ho HL He Hw) Wb) as [K|K].
    + rewrite Cr in K. apply HX in K; auto. apply po_leaf in Ha. lia.
    + apply Ne. eapply key_inj; eauto. eapply created_key; eauto. now exists n.
  - exfalso. clear -Ha Hb C. destruct C as [C C']. cbn in *. rewrite elems_thens in *.
    induction (map (invoke s lf) (rolled s lf c)) as [|u l IH]; cbn in *; [tauto|]. rewrite elems_thens in *.
    destruct Ha as [->|Ha], Hb as [->|Hb]; tauto.
  - destruct Ho as [Ho Ho']. assert (old X (lf + leaves z)) as HX' by (intros ????; apply HX; lia).
    destruct (concurrent_par_inv _ _ _ _ N' C Ha Hb) as [(Ka&Kb&K)|[(Ka&Kb&K)|[(Ka & Kb)|(Ka & Kb)]]].
    + refine (IH X c lf _ _ _ _ a b l _ _ _ _ _); auto. now exists n.
    + refine (IH' X c (lf + leaves z) _ _ _ _ a b l _ _ _ _ _); auto. now exists n.
    + pose proof (uwithin_wr _ _ _ (po_within L z' X c _ Ho' HL HC b Kb) Wb) as [K|(d & D & K)].
      * rewrite Cr in K. apply HX in K; auto. apply po_leaf in Ka. lia.
      * assert (created a (fst l)) as Q by now exists n. pose proof (created_key _ _ _ Q K) as M. injection M.
        apply po_leaf in Ka, D. lia.
    + pose proof (uwithin_wr _ _ _ (po_within L z X c _ Ho HL HC b Kb) Wb) as [K|(d & D & K)].
      * rewrite Cr in K. apply HX in K; auto. apply po_leaf in Ka. lia.
      * assert (created a (fst l)) as Q by now exists n. pose proof (created_key _ _ _ Q K) as M. injection M.
        apply po_leaf in Ka, D. lia.
  - destruct Ho as [Ho Ho']. destruct (concurrent_then_inv _ _ _ _ C Ha Hb) as [(Ka&Kb&K)|(Ka&Kb&K)].
    + refine (IH X c lf _ _ _ _ a b l _ _ _ _ _); auto. now exists n.
    + refine (IH' (plus X (created_by (po c z lf))) (advance c z lf) (lf + leaves z) _ _ _ _ a b l _ _ _ _ _); auto;
        [| | |now exists n].
      * intros; left; auto.
      * unfold advance. rewrite produce_po. apply cwithin_app.
        -- eapply cwithin_mono; [|exact HC]. intros; left; auto.
        -- apply composite_within. intros d D. eapply po_within; eauto.
      * intros lf' e m Le [Q|(d & D & (m' & Q))].
        -- apply HX in Q; auto. lia.
        -- apply fresh_inj in Q as [Q _]. apply po_leaf in D. lia.
Qed.

Lemma advance_within L (X : E -> Prop) c z lf : honest_z L z -> (forall e, L e -> X e) -> cwithin X c ->
  cwithin (plus X (created_by (po c z lf))) (advance c z lf).
Proof.
  intros Ho HL HC. unfold advance. rewrite produce_po. apply cwithin_app.
  - eapply cwithin_mono; [|exact HC]. intros; left; auto.
  - apply composite_within. intros d D. eapply po_within; eauto.
Qed.
Lemma advance_old (X : E -> Prop) c z lf : old X lf -> old (plus X (created_by (po c z lf))) (lf + leaves z).
Proof.
  intros HX lf' e m Le [Q|(d & D & (m' & Q))].
  - apply HX in Q; auto. lia.
  - apply fresh_inj in Q as [Q _]. apply po_leaf in D. lia.
Qed.
End Known.
