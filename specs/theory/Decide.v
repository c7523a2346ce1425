(** What can be computed: all linearizations, all runs, and the verdicts. Each is proved to be what it decides. *)
From Coq Require Import List Permutation Bool Setoid Morphisms.
From CoreECS Require Export Run Construction Corollaries.
Import ListNotations.

Section Orders.
Context {A : Type}.
Fixpoint shuffles (x : list A) : list A -> list (list A) := match x with
  | [] => fun y => [y]
  | a :: x' => fix go y := match y with
      | [] => [x]
      | b :: y' => map (cons a) (shuffles x' y) ++ map (cons b) (go y')
      end
  end.
Lemma shuffles_spec x : forall y l, In l (shuffles x y) <-> shuffle x y l.
Proof.
  induction x as [|a x IH]; intros y l.
  - cbn. split; [intros [<-|[]]; apply shuffle_right|]. intros S. left. symmetry. now apply shuffle_nil_inv.
  - revert l. induction y as [|b y IHy]; intros l.
    + cbn. split; [intros [<-|[]]; apply shuffle_left|]. intros S. left. symmetry.
      apply shuffle_sym in S. now apply shuffle_nil_inv.
    + change (shuffles (a :: x) (b :: y)) with (map (cons a) (shuffles x (b :: y)) ++ map (cons b) (shuffles (a :: x)
        y)).
      rewrite in_app_iff, !in_map_iff. split.
      * intros [(m & <- & M)|(m & <- & M)]; constructor; [now apply IH|now apply IHy].
      * intros S. inversion S; subst; [left|right]; eexists; (split; [reflexivity|]); [now apply IH|now apply IHy].
Qed.

Fixpoint lins t : list (list A) := match t with
  | Empty => [[]]
  | Leaf a => [[a]]
  | Par x y => let right := lins y in flat_map (fun l => flat_map (shuffles l) right) (lins x)
  | Then x y => let right := lins y in flat_map (fun l => map (app l) right) (lins x)
  end.
Lemma lins_spec t : forall l, In l (lins t) <-> lin t l.
Proof.
  induction t as [|a|x IHx y IHy|x IHx y IHy]; intros l; cbn.
  - split; [intros [<-|[]]; constructor|intros L; inversion L; auto].
  - split; [intros [<-|[]]; constructor|intros L; inversion L; auto].
  - rewrite in_flat_map. split.
    + intros (m & M & K). apply in_flat_map in K as (m' & M' & K).
      apply lin_par with m m'; [now apply IHx|now apply IHy|now apply shuffles_spec].
    + intros L. inversion L as [| |? ? m m' ? M M' S|]; subst. exists m. split; [now apply IHx|]. apply in_flat_map.
      exists m'.
      split; [now apply IHy|now apply shuffles_spec].
  - rewrite in_flat_map. split.
    + intros (m & M & K). apply in_map_iff in K as (m' & <- & M'). constructor; [now apply IHx|now apply IHy].
    + intros L. inversion L as [| | |? ? m m' M M']; subst. exists m. split; [now apply IHx|]. apply in_map_iff.
      exists m'.
      split; [auto|now apply IHy].
Qed.
End Orders.

Section Decide.
Context `{Language} (V_dec : forall a b : V, {a = b} + {a <> b}).
Notation update := (@update (E * I) V).

Definition eqb := @equivb _ _ loc_dec V_dec.
Lemma eqb_spec u u' : eqb u u' = true <-> u =~ u'.
Proof.
  split; [apply equivb_sound|]. intros Q. apply forallb_forall. intros l _. rewrite Q. now destruct write_dec.
Qed.

Definition opt_dec : forall a b : option V, {a = b} + {a <> b}.
Proof. decide equality. Defined.
Definition sameb (c c' : state) := forallb (fun l =>
  if opt_dec (get c l) (get c' l) then true else false) (map fst (c ++ c')).
Lemma sameb_spec c c' : sameb c c' = true <-> c == c'.
Proof.
  unfold sameb. rewrite forallb_forall. split.
  - intros Q l. destruct (in_dec loc_dec l (map fst (c ++ c'))) as [K|K].
    + specialize (Q l K). unfold get in Q. now destruct opt_dec.
    + assert (N : forall d : update, incl d (c ++ c') -> last loc_dec d l = None).
      { intros d D. destruct (last loc_dec d l) eqn:W; auto. exfalso. apply K.
        destruct (proj1 (last_in loc_dec d l)) as [v M]; [congruence|]. apply in_map_iff. exists (l, v). auto. }
      unfold at_. rewrite !N; auto using incl_appl, incl_appr, incl_refl.
  - intros Q l _. unfold get. rewrite (Q l). now destruct opt_dec.
Qed.

(** [safety] *)
Definition commuteb (a b : occurrence) := eqb (upd a ++ upd b) (upd b ++ upd a).
Fixpoint safeb t := match t with
  | Empty | Leaf _ => true
  | Par x y => safeb x && safeb y && forallb (fun a => forallb (commuteb a) (elems y)) (elems x)
  | Then x y => safeb x && safeb y
  end.
Lemma safeb_spec t : NoDup (elems t) -> safeb t = true <-> safe loc_dec upd t.
Proof.
  induction t as [|a|x IHx y IHy|x IHx y IHy]; cbn; intros N.
  - split; auto. intros _ a b [].
  - split; auto. intros _ u v [<-|[]] [<-|[]] [C _]. exfalso. cbn in C. tauto.
  - pose proof N as N'. apply NoDup_app in N' as (Nx & Ny & _).
    rewrite !andb_true_iff, IHx, IHy, forallb_forall by auto. split.
    + intros [[Sx Sy] C] a b Ha Hb K.
      assert (X : forall a b, In a (elems x) -> In b (elems y) -> commute loc_dec (upd a) (upd b)).
      { intros u v Hu Hv. specialize (C u Hu). rewrite forallb_forall in C. apply eqb_spec. now apply C. }
      destruct (concurrent_par_inv _ _ _ _ N K Ha Hb) as [(?&?&?)|[(?&?&?)|[(?&?)|(?&?)]]]; auto.
      now apply commute_sym, X.
    + intros S. destruct (safe_sub loc_dec upd x y N) as [Sx Sy]; auto. repeat split; auto.
      intros a Ha. apply forallb_forall. intros b Hb. apply eqb_spec.
      apply S; cbn; rewrite ?in_app_iff; auto. now apply concurrent_par.
  - pose proof N as N'. apply NoDup_app in N' as (Nx & Ny & _).
    rewrite andb_true_iff, IHx, IHy by auto. split.
    + intros [Sx Sy] a b Ha Hb K. destruct (concurrent_then_inv _ _ _ _ K Ha Hb) as [(?&?&?)|(?&?&?)]; auto.
    + intros S. apply (safe_sub loc_dec upd x y N). auto.
Qed.

(** [determinism], by the fold over the order *)
Definition one (vs : list (option V)) := match vs with [] => true | v :: vs => forallb (fun v' =>
  if opt_dec v v' then true else false) vs end.
Definition deterministicb t := forallb (fun k => one (fold loc_dec upd t k)) (map fst (composite upd (elems t))).

Lemma one_spec vs : one vs = true <-> forall v v', In v vs -> In v' vs -> v = v'.
Proof.
  destruct vs as [|u vs]; cbn; [split; auto; intros _ ? ? []|]. rewrite forallb_forall. split.
  - intros Q. assert (K : forall v, u = v \/ In v vs -> u = v).
    { intros v [|M]; auto. specialize (Q v M). now destruct opt_dec. }
    intros v v' M M'. rewrite <- (K v M). now apply K.
  - intros Q v M. destruct (opt_dec u v) as [|n]; auto.
Qed.
Lemma deterministicb_spec t : NoDup (elems t) -> deterministicb t = true <-> deterministic loc_dec upd t.
Proof.
  intros N. rewrite deterministic_fold by auto. unfold deterministicb. rewrite forallb_forall. split.
  - intros Q k. apply one_spec. destruct (fold loc_dec upd t k) as [|v vs] eqn:F; auto. rewrite <- F. apply Q.
    assert (In v (fold loc_dec upd t k)) as M by (rewrite F; now left).
    apply fold_maximal in M as (a & (Ha & Wa & _) & _); auto. apply last_in in Wa as [w Wa].
    apply in_map_iff. exists (k, w). split; auto. apply in_flat_map. eauto.
  - intros Q k _. apply one_spec, Q.
Qed.

(** [run]: all runs *)
Fixpoint runs (c : state) z lf : list (list occurrence) := match z with
  | conc s => lins (po c (conc s) lf)
  | seq s => [map (invoke s lf) (rolled s lf c)]
  | par z z' => let right := runs c z' (lf + leaves z) in flat_map (fun l => flat_map (shuffles l) right) (runs c z lf)
  | andthen z z' => flat_map (fun l => map (app l) (runs (c ++ composite upd l) z' (lf + leaves z))) (runs c z lf)
  end.
Lemma runs_spec z : forall c lf l, In l (runs c z lf) <-> run c z lf l.
Proof.
  assert (forall c lf l, In l (runs c z lf) <-> big c z lf l) as K; [|intros; rewrite K; split;
    [apply big_run|apply run_big]; auto].
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c lf l.
  - cbn [runs]. rewrite lins_spec. split.
    + intros L. apply lin_linearization in L as [P _]; [|apply po_nodup]. cbn in P. now rewrite elems_pars in P.
    + apply perm_pars. pose proof (po_nodup (conc s) c lf) as N. cbn in N. now rewrite elems_pars in N.
  - cbn. intuition.
  - cbn. rewrite in_flat_map. split.
    + intros (m & M & Q). apply in_flat_map in Q as (m' & M' & Q). exists m, m'.
      rewrite <- IH, <- IH', <- shuffles_spec. auto.
    + intros (m & m' & M & M' & Q). exists m. split; [now apply IH|]. apply in_flat_map. exists m'.
      split; [now apply IH'|now apply shuffles_spec].
  - cbn. rewrite in_flat_map. split.
    + intros (m & M & Q). apply in_map_iff in Q as (m' & <- & M'). exists m, m'. rewrite <- IH, <- IH'. auto.
    + intros (m & m' & M & M' & ->). exists m. split; [now apply IH|]. apply in_map_iff. exists m'.
      split; [auto|now apply IH'].
Qed.

Lemma reference_runs z : forall c lf, In (elems (po c z lf)) (runs c z lf).
Proof.
  induction z as [s|s|z IH z' IH'|z IH z' IH']; intros c lf.
  - apply lins_spec, lin_elems.
  - cbn. rewrite elems_thens. auto.
  - cbn. apply in_flat_map. exists (elems (po c z lf)). split; auto. apply in_flat_map.
    exists (elems (po c z' (lf + leaves z))). split; auto. apply shuffles_spec, shuffle_app.
  - cbn. apply in_flat_map. exists (elems (po c z lf)). split; auto. apply in_map_iff. eexists. split; [reflexivity|].
    rewrite <- produce_po. apply IH'.
Qed.

Definition confluentb c z lf := forallb (fun l => sameb (c ++ composite upd l) (advance c z lf)) (runs c z lf).
Lemma confluentb_spec c z lf : confluentb c z lf = true <-> confluent c z lf.
Proof.
  unfold confluentb. rewrite forallb_forall. split.
  - intros Q l l' R R'. apply runs_spec in R, R'.
    rewrite (proj1 (sameb_spec _ _) (Q l R)), (proj1 (sameb_spec _ _) (Q l' R')). reflexivity.
  - intros Q l R. apply sameb_spec. unfold advance. rewrite produce_po.
    apply Q; apply runs_spec; auto using reference_runs.
Qed.

Definition safe_atb c z lf := safeb (po c z lf).
Definition deterministic_atb c z lf := deterministicb (po c z lf).
Lemma safe_atb_spec c z lf : safe_atb c z lf = true <-> safe_at c z lf.
Proof. apply safeb_spec, po_nodup. Qed.
Lemma deterministic_atb_spec c z lf : deterministic_atb c z lf = true <-> deterministic_at c z lf.
Proof. apply deterministicb_spec, po_nodup. Qed.
End Decide.
