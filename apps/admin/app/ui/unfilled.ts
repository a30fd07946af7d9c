/**
 * The value of a required control before anything is chosen. Its type is the saved value's: the form refuses to save
 * while it is null, so no caller of `save` sees it.
 */
export const unfilled = <T>(): T => null as T
