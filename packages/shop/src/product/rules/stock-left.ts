/** Pieces from which on a customer is told how many are left (残りわずか). The news of catalogue changes knows it too. */
export const fewLeft = 5

/** Pieces left where they are few; null where there are plenty, or none. */
export const stockLeft = (stock: number): number | null => (stock > 0 && stock <= fewLeft ? stock : null)
