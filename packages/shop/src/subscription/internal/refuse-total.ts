import type { Quoted } from '../../price/index.ts'
import { ShopError } from '../../shop-error.ts'

/** @throws ShopError 422 for a total that could never be ordered */
export function refuseTotal({ refusal }: Quoted): void {
  if (refusal) throw new ShopError(422, refusal.error, refusal.message)
}
