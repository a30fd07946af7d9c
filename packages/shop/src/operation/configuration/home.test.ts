import { blockUnion } from '@kushi/contract/block'
import { home_block } from '@kushi/db/schema/story'
import { testDatabase } from '@kushi/db/testing'
import { BLOCK_KINDS, emptyBlock, mapBlockTexts, readBlock } from '@kushi/values/block/kinds'
import { asc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { selectHomeBlocks } from '../../foundation/setting/index.ts'
import { operatorContext } from '../../testing/operator.ts'
import { changeHomeSetting, getHomeSetting } from './admin/home.ts'

const { db, close } = await testDatabase()
afterAll(close)
const ctx = await operatorContext(db, 'manager')
const { shop_id } = ctx

test.each(BLOCK_KINDS.map(({ kind }) => kind))('%s: a new block is what its form and its call begin with', (kind) => {
  const parsed = blockUnion('landing_page', {}).safeParse(emptyBlock(kind))
  const needed = parsed.error?.issues.filter(({ code }) => code !== 'too_small')
  expect(needed ?? []).toEqual([])
  expect(readBlock(kind, { ...emptyBlock(kind), other: 1 })).toEqual(emptyBlock(kind))
})

test('a kind that only a newer server knows is left out; a field that a row lacks is empty', () => {
  expect(readBlock('later', {})).toBeNull()
  expect(readBlock('line', { title: 'LINE' })).toEqual({ ...emptyBlock('line'), title: 'LINE' })
})

test('差し込み are filled where they may stand, and nowhere else', () => {
  const block = { ...emptyBlock('hero'), title: '題', text: '文', link_label: '先' }
  expect(mapBlockTexts(block, () => '埋')).toEqual({ ...block, text: '埋' })
})

test('a saved block has the fields of its kind, and beside them the columns that servers of 0.3 read', async () => {
  const { items, version } = await getHomeSetting(ctx, {})
  const goods = { ...emptyBlock('goods'), title: '新しい棚', category: 'oil', visible: true }
  await changeHomeSetting(ctx, { items: [...items.map(({ image_url: _, ...item }) => item), goods], version })
  const rows = await db
    .select()
    .from(home_block)
    .where(eq(home_block.shop_id, shop_id))
    .orderBy(asc(home_block.sort_no))
  const { visible, ...content } = goods
  expect(rows.at(-1)).toMatchObject({ content, visible, title: '新しい棚', category: 'oil', image_path: null })
  expect(rows.at(-1)!.content).not.toHaveProperty('image_path')
  expect(rows[0]!.content).toMatchObject({ kind: 'hero', image_path: rows[0]!.image_path })
})

test('the page that a server of 0.3 saved is read by its columns', async () => {
  const before = await selectHomeBlocks(db, shop_id)
  await db.update(home_block).set({ content: null }).where(eq(home_block.shop_id, shop_id))
  expect(await selectHomeBlocks(db, shop_id)).toEqual(before)
})
