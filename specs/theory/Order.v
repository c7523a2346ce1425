(** po_c(z) and its order (section 4.1); Definitions 4.3 and 4.4 and Theorem 4.5 of schedules. *)
From Coq Require Import List Arith Lia Setoid.
From CoreECS Require Export Schedule Determinism.
Import ListNotations.

Section Order.
Context `{Language}.

(** [order/conc], [order/seq], [order/par], [order/then]: po_c(z) *)
Fixpoint po (c : state) z lf : sp occurrence := match z with
  | conc s => pars (map (invoke s lf) (query s c))
  | seq s => thens (map (invoke s lf) (rolled s lf c))
  | par z z' => Par (po c z lf) (po c z' (lf + leaves z))
  | andthen z z' => Then (po c z lf) (po (advance c z lf) z' (lf + leaves z))
  end.

Theorem produce_po z : forall c lf, produce c z lf = composite upd (elems (po c z lf)).
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c lf; cbn.
  - now rewrite elems_pars.
  - now rewrite elems_thens.
  - now rewrite composite_app, <- IH, <- IH'.
  - now rewrite composite_app, <- IH, <- IH'.
Qed.

Lemma po_same z : forall c c' lf, c == c' -> po c z lf = po c' z lf.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c c' lf Q; cbn.
  - now rewrite (query_same _ _ _ Q).
  - unfold rolled. now rewrite (query_same _ _ _ Q), (roll_same _ _ _ _ _ Q).
  - now rewrite (IH _ _ _ Q), (IH' _ _ _ Q).
  - rewrite (IH _ _ _ Q). f_equal. apply IH'. unfold advance. rewrite (produce_same _ _ _ _ Q). now rewrite Q.
Qed.

(** ** Occurrences are distinct (D4). *)
Lemma po_leaf z : forall c lf a, In a (elems (po c z lf)) -> lf <= leaf a < lf + leaves z.
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros c lf a;
    rewrite ?elems_pars, ?elems_thens, ?in_app_iff, ?in_map_iff.
  - intros (r & <- & _). cbn. lia.
  - intros (r & <- & _). cbn. lia.
  - intros [K|K]; [apply IH in K|apply IH' in K]; lia.
  - intros [K|K]; [apply IH in K|apply IH' in K]; lia.
Qed.

Lemma map_key s lf r : map key (map (invoke s lf) r) = map (pair lf) (map fst r).
Proof. unfold key. induction r as [|x r IH]; cbn; [auto|now rewrite IH]. Qed.
Lemma NoDup_pair (lf : nat) (l : list (list E)) : NoDup l -> NoDup (map (pair lf) l).
Proof. induction 1; cbn; constructor; auto. rewrite in_map_iff. intros (y & [= ->] & K). auto. Qed.

Lemma po_keys z : forall c lf, NoDup (map key (elems (po c z lf))).
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; cbn; intros c lf.
  - rewrite elems_pars, map_key. apply NoDup_pair, query_nodup.
  - rewrite elems_thens, map_key. apply NoDup_pair, roll_nodup, query_nodup.
  - rewrite map_app. apply NoDup_app. repeat split; auto. intros k K K'.
    apply in_map_iff in K as (a & <- & K), K' as (b & Q & K').
    apply po_leaf in K, K'. injection Q. lia.
  - rewrite map_app. apply NoDup_app. repeat split; auto. intros k K K'.
    apply in_map_iff in K as (a & <- & K), K' as (b & Q & K').
    apply po_leaf in K, K'. injection Q. lia.
Qed.
Lemma po_nodup z c lf : NoDup (elems (po c z lf)).
Proof. eapply NoDup_map_inv, po_keys. Qed.
Lemma key_inj t a b : NoDup (map key (elems t)) -> In a (elems t) -> In b (elems t) -> key a = key b -> a = b.
Proof.
  generalize (elems t). induction l as [|u l IH]; cbn; [tauto|]. intros N Ha Hb K. inversion N; subst.
  destruct Ha as [->|Ha], Hb as [->|Hb]; auto; exfalso; match goal with X : ~ _ |- _ => apply X end;
    [rewrite K|rewrite <- K]; now apply in_map.
Qed.

(** The reference is a linearization, and its composite is c |v| z. *)
Theorem reference c z lf : linearization (po c z lf) (elems (po c z lf)) /\
  advance c z lf = c ++ composite upd (elems (po c z lf)).
Proof.
  split; [apply lin_linearization, lin_elems; apply po_nodup|]. unfold advance. now rewrite produce_po.
Qed.

(** [safety], [determinism]: Definitions 4.3 and 4.4 of a schedule at a state *)
Definition safe_at c z lf := safe loc_dec upd (po c z lf).
Definition deterministic_at c z lf := deterministic loc_dec upd (po c z lf).

Theorem theorem_4_5 c z lf : safe_at c z lf -> deterministic_at c z lf.
Proof. apply safe_deterministic, po_nodup. Qed.

(** po_c(z) is a partial order. *)
Theorem order_partial c z lf :
  (forall a, In a (elems (po c z lf)) -> le (po c z lf) a a) /\
  (forall a b d, le (po c z lf) a b -> le (po c z lf) b d -> le (po c z lf) a d) /\
  (forall a b, le (po c z lf) a b -> le (po c z lf) b a -> a = b).
Proof.
  pose proof (po_nodup z c lf) as N. split; [|split]; intros; [now apply le_refl|eapply le_trans; eauto|].
  eapply le_antisym; eauto.
Qed.

(** Where z is deterministic is decided at c alone: all linearizations write the same locations. *)
Theorem deterministic_at_one_state c z lf : deterministic_at c z lf <->
  forall l l', linearization (po c z lf) l -> linearization (po c z lf) l' ->
    c ++ composite upd l == c ++ composite upd l'.
Proof. apply deterministic_by_states, po_nodup. Qed.

Lemma concurrent_neq {A} (t : sp A) a b : In a (elems t) -> concurrent t a b -> a <> b.
Proof. intros K [C _] <-. apply C, le_refl, K. Qed.
End Order.
