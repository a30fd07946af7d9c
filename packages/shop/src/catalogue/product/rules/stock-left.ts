/**
 * With this many pieces or fewer a customer sees how many are left (残りわずか). The trigger that announces catalogue
 * changes uses the same number.
 */
export const fewLeft = 5

/** Returns the pieces left if they are few; null if there are plenty, or none. */
export const stockLeft = (stock: number): number | null => (stock > 0 && stock <= fewLeft ? stock : null)
