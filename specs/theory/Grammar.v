(** Systems and schedules (Figure 5). A language says what systems observe and do; Query.v and Program.v have the
    paper's. *)
From Coq Require Import List.
From CoreECS Require Export Mutation.

(** For a system s at a state: [query] is what [[q_s]]c yields, in the order of matches (D1); [look] is [[q_s]]c (e);
    [body] is f_s. A result is faulty if a condition on matches is undefined there (D17): f_s is undefined for it. *)
Class Language `{Names} := {
  W : Type; system : Type;
  query : system -> state -> list (list E * W);
  look : system -> state -> list E -> option W;
  body : system -> list E -> W -> mutation;
  faulty : W -> bool;
  wwithin : (E -> Prop) -> W -> Prop;
  query_same s c c' : c == c' -> query s c = query s c';
  query_nodup s c : NoDup (map fst (query s c));
  look_spec s c e w : look s c e = Some w <-> In (e, w) (query s c);
  query_within s X c e w : cwithin X c -> In (e, w) (query s c) -> Forall X e /\ wwithin X w;
  faulty_within X w : faulty w = true -> wwithin X w;
  faulty_undefined s e w : faulty w = true -> body s e w = undefined;
}.

Section Grammar.
Context `{Language}.

Inductive schedule := conc (s : system) | seq (s : system) | par (z z' : schedule) | andthen (z z' : schedule).

(** Leaves are numbered from the left (D3, D4). *)
Fixpoint leaves z := match z with conc _ | seq _ => 1 | par z z' | andthen z z' => leaves z + leaves z' end.
End Grammar.
