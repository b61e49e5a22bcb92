open Format

(** Depth of a tree. *)
val depth : 'a tree -> int

type 'a tree

exception Not_here of string

module Counter : sig
  val increment : unit -> unit
end
