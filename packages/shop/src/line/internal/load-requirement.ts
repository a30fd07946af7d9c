import { type LineRequirement, lineRequirement } from '@kushi/values/line-requirement'
import type { Context } from '../../context.ts'
import { loadShop } from '../../setting/index.ts'
import { lineNotUsed } from './line-errors.ts'

/** The shop's level; this is for what needs LINE. @throws ShopError ERROR_LINE_NOT_USED where there is none. */
export async function loadRequirement(ctx: Pick<Context, 'db' | 'shop_id'>): Promise<Exclude<LineRequirement, 'none'>> {
  const level = lineRequirement(await loadShop(ctx))
  if (level === 'none') throw lineNotUsed()
  return level
}
