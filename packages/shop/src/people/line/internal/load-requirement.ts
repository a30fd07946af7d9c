import { type LineRequirement, lineRequirement } from '@kushi/values/line'
import type { Context } from '../../../context.ts'
import { loadShop } from '../../../foundation/setting/index.ts'
import { lineNotUsedError } from './line-errors.ts'

/**
 * The shop's LINE level, for calls that need LINE.
 * @throws ShopError ERROR_LINE_NOT_USED when the shop does not use it
 */
export async function loadLineRequirement(
  ctx: Pick<Context, 'db' | 'shop_id'>,
): Promise<Exclude<LineRequirement, 'none'>> {
  const level = lineRequirement(await loadShop(ctx))
  if (level === 'none') throw lineNotUsedError()
  return level
}
