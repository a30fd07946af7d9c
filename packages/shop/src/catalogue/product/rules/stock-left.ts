/**
 * With this many pieces or fewer a customer sees how many are left (残りわずか). The trigger that announces catalogue
 * changes uses the same number.
 */
export const FEW_LEFT_PIECES = 5

/** Returns the pieces left if they are few; null if there are plenty, or none. */
export const fewPiecesLeft = (stock: number): number | null => (stock > 0 && stock <= FEW_LEFT_PIECES ? stock : null)
