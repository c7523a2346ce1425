(** Equality up to a renaming of created entities (footnote 6, D10),
  and the verdicts that coreecs reports: deterministic
    and confluent, up to renaming, where runs may be undefined (D12). *)
From Coq Require Import List Arith Lia Permutation Bool Setoid.
From CoreECS Require Export Query Decide.
Import ListNotations.

Ltac dk K k G := match type of K with context [match ?g with Some _ => _ | None => _ end] =>
  destruct g as [k|] eqn:G end.
Ltac known G := match type of G with _ = ?r => match goal with |- context [match ?g with Some _ => _ | None => _ end] =>
  replace g with r by (symmetry; exact G) end end.

Section Renaming.
Context `{Values}.

(** A renaming and its inverse: a bijection of entities that keeps initial ones. *)
Definition renaming (pi si : entity -> entity) :=
  (forall x, si (pi x) = x) /\ (forall x, pi (si x) = x) /\ (forall n, pi (Init n) = Init n).

(** [renaming]: c and c' are equal up to renaming. *)
Definition alike (c c' : state) := exists pi si, renaming pi si /\
  forall x i, get c' (pi x, i) = option_map (rename pi) (get c (x, i)).

Lemma inverse_initial pi si : renaming pi si -> forall n, si (Init n) = Init n.
Proof. intros (A & _ & I) n. rewrite <- (I n) at 1. apply A. Qed.
Lemma renaming_inverse pi si : renaming pi si -> renaming si pi.
Proof. intros R. pose proof (inverse_initial _ _ R). destruct R as (A & B & I). repeat split; auto. Qed.
Lemma renaming_compose pi si pi' si' : renaming pi si -> renaming pi' si' ->
  renaming (fun x => pi' (pi x)) (fun x => si (si' x)).
Proof. intros (A & B & I) (A' & B' & I').
  repeat split; intros; [now rewrite A', A|now rewrite B, B'|now rewrite I, I']. Qed.

Theorem alike_refl c : alike c c.
Proof.
  exists (fun x => x), (fun x => x). repeat split; auto. intros x i. destruct (get c (x, i)) as [k|]; auto. cbn.
  now rewrite rename_id by auto.
Qed.
Theorem alike_sym c c' : alike c c' -> alike c' c.
Proof.
  intros (pi & si & R & Q). exists si, pi. split; [now apply renaming_inverse|]. intros x i. destruct R as (A & B & _).
  specialize (Q (si x) i). rewrite B in Q. rewrite Q. destruct (get c (si x, i)) as [k|]; auto. cbn.
  rewrite rename_comp, rename_id; auto.
Qed.
Theorem alike_trans c c' d : alike c c' -> alike c' d -> alike c d.
Proof.
  intros (pi & si & R & Q) (pi' & si' & R' & Q'). exists (fun x => pi' (pi x)), (fun x => si (si' x)).
  split; [now apply renaming_compose|]. intros x i. rewrite Q', Q. destruct (get c (x, i)) as [k|]; auto. cbn.
  now rewrite rename_comp.
Qed.
Lemma same_alike c c' : c == c' -> alike c c'.
Proof.
  intros Q. exists (fun x => x), (fun x => x). repeat split; auto. intros x i. unfold get. rewrite <- (Q (x, i)).
  destruct (at_ loc_dec c (x, i)) as [k|]; auto. cbn. now rewrite rename_id by auto.
Qed.

(** ** Decided: by the bijections between the created entities that the two states name *)
Definition named (c : state) : list entity := sort (flat_map (fun x => match get c (fst x) with
  | Some k => fst (fst x) :: mentions k
  | None => [] end) c).
Definition isnew (x : entity) := match x with Created _ _ _ => true | Init _ => false end.
Definition news (c : state) := filter isnew (named c).

Lemma named_spec c e : In e (named c) <-> exists x i k, get c (x, i) = Some k /\ (e = x \/ In e (mentions k)).
Proof.
  unfold named. rewrite sort_in, in_flat_map. split.
  - intros (((x, i) & v) & M & K). cbn in K. dk K k G; [|destruct K]. exists x, i, k.
    cbn in K. intuition.
  - intros (x & i & k & G & K). pose proof (get_in _ _ _ G) as [v M]. refine (ex_intro _ _ (conj M _)). cbn.
    known G. cbn. intuition.
Qed.
Lemma news_nodup c : NoDup (news c).
Proof. apply NoDup_filter, ascending_nodup, sort_sorted. Qed.
Lemma news_spec c e : In e (news c) <-> In e (named c) /\ isnew e = true.
Proof. apply filter_In. Qed.

(** pi(c), of a map that is injective on what c names *)
Definition renamed (pi : entity -> entity) (c : state) : state := flat_map (fun x => match get c (fst x) with
  | Some k => [((pi (fst (fst x)), snd (fst x)), Some (rename pi k))]
  | None => [] end) c.

Lemma get_renamed pi si c x i : renaming pi si -> get (renamed pi c) (pi x, i) = option_map (rename pi) (get c (x, i)).
Proof.
  intros (A & _ & _). destruct (get c (x, i)) as [k|] eqn:G; cbn.
  - unfold get, at_. rewrite (last_one _ _ _ (Some (rename pi k))); auto.
    + pose proof (get_in _ _ _ G) as [v M]. apply in_flat_map. refine (ex_intro _ _ (conj M _)). cbn. known G. now left.
    + intros v' M. apply in_flat_map in M as (((y, j) & v) & M & K). cbn in K. dk K k' G'; [|destruct K].
      destruct K as [K|[]]. injection K as Q -> <-. assert (y = x) as -> by (rewrite <- (A y), Q; auto).
      pose proof (eq_trans (eq_sym G) G') as Z. injection Z as ->. reflexivity.
  - destruct (get (renamed pi c) (pi x, i)) as [k|] eqn:G'; auto. exfalso. pose proof (get_in _ _ _ G') as [v M].
    apply in_flat_map in M as (((y, j) & v') & M & K). cbn in K. dk K k' G2; [|destruct K].
    destruct K as [K|[]]. injection K as Q -> _. assert (y = x) as -> by (rewrite <- (A y), Q; auto).
    discriminate (eq_trans (eq_sym G) G2).
Qed.
Lemma flat_map_ext' {A B} (f g : A -> list B) l : (forall a, In a l -> f a = g a) -> flat_map f l = flat_map g l.
Proof. induction l as [|a l IH]; cbn; intros Q; auto. rewrite Q, IH; auto. Qed.
Lemma renamed_ext pi rho c : (forall e, In e (named c) -> pi e = rho e) -> renamed pi c = renamed rho c.
Proof.
  intros Q. unfold renamed. apply flat_map_ext'. intros ((x, i) & v) M. cbn.
  match goal with |- context [match ?g with Some _ => _ | None => _ end] => destruct g as [k|] eqn:G end; auto.
  refine (f_equal2 (fun a b => [((a, i), Some b)]) _ _).
  - apply Q, named_spec. exists x, i, k. auto.
  - apply rename_ext. intros e K. apply Q, named_spec. exists x, i, k. auto.
Qed.

(** A bijection between two lists of created entities extends to a renaming. *)
Definition swap (a b x : entity) := if entity_dec x a then b else if entity_dec x b then a else x.
Lemma swap_swap a b x : swap a b (swap a b x) = x.
Proof. unfold swap. repeat destruct entity_dec; subst; auto; congruence. Qed.
Definition isinit x := isnew x = false.

Lemma extend (l : list (entity * entity)) :
  NoDup (map fst l) -> NoDup (map snd l) -> Forall (fun p => isnew (fst p) = true /\ isnew (snd p) = true) l ->
  exists pi si, renaming pi si /\ Forall (fun p => pi (fst p) = snd p) l.
Proof.
  induction l as [|[a b] l IH]; cbn; intros N N' F.
  - exists (fun x => x), (fun x => x). repeat split; auto.
  - inversion N as [|? ? Na Nl]; inversion N' as [|? ? Nb Nl']; inversion F as [|? ? [Ia Ib] F']; subst. cbn in *.
    destruct (IH Nl Nl' F') as (pi & si & R & P). pose proof R as (A & B & I). pose proof (inverse_initial _ _ R) as I'.
    assert (isnew (pi a) = true) as Ip.
    { destruct (pi a) as [n|] eqn:Q; auto. assert (a = Init n) as -> by (rewrite <- (A a), Q, I'; auto). discriminate. }
    exists (fun x => swap (pi a) b (pi x)), (fun x => si (swap (pi a) b x)). split; [|constructor].
    + split; [|split]; intros.
      * now rewrite swap_swap, A.
      * now rewrite B, swap_swap.
      * rewrite I. unfold swap. repeat destruct entity_dec; auto; subst; [rewrite <- e in Ip|]; discriminate.
    + cbn. unfold swap. destruct (entity_dec (pi a) (pi a)); congruence.
    + rewrite Forall_forall in *. intros [x y] M. cbn. specialize (P _ M). cbn in P. rewrite P. unfold swap.
      destruct (entity_dec y (pi a)) as [Q|_].
      * exfalso. apply Na. assert (x = a) as <- by (rewrite <- (A x), P, Q, A; auto). apply in_map_iff. exists (x, y).
        auto.
      * destruct (entity_dec y b) as [->|]; auto. exfalso. apply Nb. apply in_map_iff. exists (x, b). auto.
Qed.

Fixpoint image (l : list (entity * entity)) x := match l with
  | [] => x
  | (a, b) :: l => if entity_dec x a then b else image l x
  end.
Lemma image_in l p : NoDup (map fst l) -> In p l -> image l (fst p) = snd p.
Proof.
  induction l as [|[a b] l IH]; cbn; [tauto|]. intros N M. inversion N; subst. destruct M as [<-|M].
  - cbn. destruct (entity_dec a a); congruence.
  - destruct (entity_dec (fst p) a) as [Q|_]; auto. exfalso. apply H2. rewrite <- Q. now apply in_map.
Qed.
Lemma image_out l x : ~ In x (map fst l) -> image l x = x.
Proof. induction l as [|[a b] l IH]; cbn; auto. intros N. destruct (entity_dec x a) as [->|]; [tauto|auto]. Qed.

(** All orders of a list *)
Fixpoint insertions {A} (a : A) l := match l with
  | [] => [[a]]
  | b :: l' => (a :: l) :: map (cons b) (insertions a l')
  end.
Fixpoint perms {A} (l : list A) := match l with [] => [[]] | a :: l => flat_map (insertions a) (perms l) end.
Lemma insertions_spec {A} (a : A) l : forall p, In p (insertions a l) <-> exists x y, l = x ++ y /\ p = x ++ a :: y.
Proof.
  induction l as [|b l IH]; intros p; cbn.
  - split.
    + intros [<-|[]]. exists [], []. auto.
    + intros (x & y & Q & ->). symmetry in Q. apply app_eq_nil in Q as [-> ->]. auto.
  - rewrite in_map_iff. split.
    + intros [<-|(q & <- & K)]; [exists [], (b :: l); auto|]. apply IH in K as (x & y & -> & ->). exists (b :: x), y.
      auto.
    + intros ([|c x] & y & Q & ->); cbn in Q.
      * left. now rewrite <- Q.
      * injection Q as <- ->. right. exists (x ++ a :: y). split; auto. apply IH. eauto.
Qed.
Lemma perms_spec {A} (l : list A) : forall p, In p (perms l) <-> Permutation l p.
Proof.
  induction l as [|a l IH]; intros p; cbn.
  - split; [intros [<-|[]]; auto|]. intros P. apply Permutation_nil in P. auto.
  - rewrite in_flat_map. split.
    + intros (q & K & M). apply IH in K. apply insertions_spec in M as (x & y & -> & ->). rewrite K.
      apply Permutation_middle.
    + intros P. assert (In a p) as K by (eapply Permutation_in; [exact P|now left]).
      apply in_split in K as (x & y & ->).
      exists (x ++ y). split; [|apply insertions_spec; eauto]. apply IH. eapply Permutation_cons_inv. rewrite P.
      symmetry.
      apply Permutation_middle.
Qed.

Lemma map_fst_combine {A B} (x : list A) : forall y : list B, length x = length y -> map fst (combine x y) = x.
Proof. induction x as [|a x IH]; intros [|b y]; cbn; intros; try discriminate; auto. f_equal. auto. Qed.
Lemma map_snd_combine {A B} (x : list A) : forall y : list B, length x = length y -> map snd (combine x y) = y.
Proof. induction x as [|a x IH]; intros [|b y]; cbn; intros; try discriminate; auto. f_equal. auto. Qed.

Definition alikeb (c c' : state) :=
  (length (news c) =? length (news c')) &&
  existsb (fun p => sameb Value_dec (renamed (image (combine (news c) p)) c) c') (perms (news c')).

Lemma named_alike pi si c c' : renaming pi si ->
  (forall x i, get c' (pi x, i) = option_map (rename pi) (get c (x, i))) ->
  forall e, In e (named c') -> In (si e) (named c).
Proof.
  intros R Q e K. pose proof R as (A & B & I). apply named_spec in K as (x & i & k & G & K). apply named_spec.
  rewrite <- (B x), Q in G. destruct (get c (si x, i)) as [k0|] eqn:G0; [|discriminate]. injection G as <-.
  exists (si x), i, k0. split; auto. destruct K as [->|K]; auto. right. rewrite mentions_rename in K.
  apply in_map_iff in K as (y & <- & K). now rewrite A.
Qed.
Lemma isnew_renaming pi si x : renaming pi si -> isnew (pi x) = isnew x.
Proof.
  intros R. pose proof R as (A & B & I). pose proof (inverse_initial _ _ R) as I'.
  destruct x as [n|l es n]; [now rewrite I|].
  destruct (pi (Created l es n)) as [m|] eqn:Q; auto. rewrite <- I in Q. apply (f_equal si) in Q. rewrite !A in Q.
  discriminate.
Qed.

(** Two states are equal up to renaming if and only if one of these bijections makes them the same. *)
Theorem alike_decided c c' : alikeb c c' = true <-> alike c c'.
Proof.
  unfold alikeb. rewrite andb_true_iff, Nat.eqb_eq, existsb_exists. split.
  - intros (Len & p & P & Q). apply perms_spec in P. apply (@sameb_spec names Value_dec) in Q.
    assert (length (news c) = length p) as Lp by (rewrite Len; now apply Permutation_length).
    destruct (extend (combine (news c) p)) as (pi & si & R & F).
    + rewrite map_fst_combine by auto. apply news_nodup.
    + rewrite map_snd_combine by auto. eapply Permutation_NoDup; [exact P|apply news_nodup].
    + apply Forall_forall. intros [a b] M. cbn. split.
      * apply in_combine_l in M. now apply news_spec in M.
      * apply in_combine_r in M. eapply Permutation_in in M; [|symmetry; exact P]. now apply news_spec in M.
    + exists pi, si. split; auto. intros x i. rewrite <- (get_renamed pi si c x i R). unfold get.
      rewrite <- (Q (pi x, i)).
      f_equal. apply renamed_ext. intros e K. destruct (isnew e) eqn:Ne.
      * assert (In e (map fst (combine (news c) p))) as M by (rewrite map_fst_combine by auto; apply news_spec; auto).
        apply in_map_iff in M as ([a b] & <- & M). cbn. rewrite Forall_forall in F.
        specialize (F _ M). cbn in F. rewrite F. apply (image_in _ (a, b)); auto. rewrite map_fst_combine by auto.
        apply news_nodup.
      * rewrite image_out; [|rewrite map_fst_combine by auto; rewrite news_spec; intuition congruence].
        destruct e as [n|]; [|discriminate]. symmetry. apply R.
  - intros (pi & si & R & Q). pose proof R as (A & B & I).
    assert (Permutation (news c') (map pi (news c))) as P.
    { apply NoDup_Permutation; [apply news_nodup| |].
      - apply FinFun.Injective_map_NoDup; [|apply news_nodup]. intros x y K. rewrite <- (A x), K. apply A.
      - intros e. rewrite in_map_iff. split.
        + intros K. apply news_spec in K as [K Ne]. exists (si e). split; auto. apply news_spec.
          split; [eapply named_alike; eauto|]. rewrite (isnew_renaming si pi); auto using renaming_inverse.
        + intros (x & <- & K). apply news_spec in K as [K Ne]. apply news_spec.
          rewrite (isnew_renaming pi si) by auto. split; auto.
          apply (named_alike si pi c' c); auto using renaming_inverse. intros y i. specialize (Q (si y) i).
          rewrite B in Q.
          rewrite Q. destruct (get c (si y, i)) as [k|]; auto. cbn. rewrite rename_comp, rename_id; auto. }
    split; [rewrite (Permutation_length P); now rewrite map_length|].
    exists (map pi (news c)). split; [now apply perms_spec|]. apply (@sameb_spec names Value_dec).
    rewrite (renamed_ext _ pi).
    + intros [y i]. rewrite <- (B y). change (get (renamed pi c) (pi (si y), i) = get c' (pi (si y), i)).
      rewrite (get_renamed pi si), Q; auto.
    + intros e K. destruct (isnew e) eqn:Ne.
      * assert (In e (news c)) as M by (apply news_spec; auto). clear -M. pose proof (news_nodup c) as N. revert N M.
        generalize (news c). intros l. induction l as [|a l IH]; cbn; [tauto|]. intros N M. inversion N; subst.
        destruct (entity_dec e a) as [->|]; auto. destruct M as [->|M]; [congruence|auto].
      * rewrite image_out.
        -- destruct e as [n|]; [|discriminate]. symmetry. apply I.
        -- rewrite map_fst_combine by now rewrite map_length. rewrite news_spec. intuition congruence.
Qed.
End Renaming.
