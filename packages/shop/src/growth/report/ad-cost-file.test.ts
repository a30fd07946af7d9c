import { ad_campaign } from '@kushi/db/schema/advertisement'
import { audit_event } from '@kushi/db/schema/operator'
import { ad_cost, ad_cost_layout } from '@kushi/db/schema/report'
import { emptyTables, testDatabase } from '@kushi/db/testing'
import { desc } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testClock } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { importAdCostFile, saveAdCosts } from './admin/ad-costs.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const clock = testClock('2026-11-21')
const ctx = await operatorContext(db, 'manager', { clock })

beforeEach(async () => {
  await emptyTables(db.$client, 'ad_cost, ad_cost_layout, ad_campaign')
  await db.insert(ad_campaign).values([
    { shop_id: 2, adcd: 'AD-A', campaign_name: '春の初回' },
    { shop_id: 2, adcd: 'AD-B', campaign_name: '指名検索' },
  ])
})

const file = (...lines: string[]) =>
  new TextEncoder().encode(['キャンペーン レポート', '日,キャンペーン,広告グループ,費用', ...lines].join('\n'))
const google = file('2026-11-01,春の初回,A,1000', '2026-11-01,春の初回,B,500', '2026-11-02,ブランド,A,70')
const costs = () => db.select().from(ad_cost).orderBy(ad_cost.day, ad_cost.adcd)
const take = (
  content: Uint8Array<ArrayBuffer>,
  heads: { day_head?: string; ad_head?: string; cost_head?: string; reported_head?: string } = {},
) => importAdCostFile(ctx, { name: 'google.csv', content, ...heads })
const chosen = { day_head: '日', ad_head: 'キャンペーン', cost_head: '費用' }

test('the columns of a new form are asked for, and remembered once the file is taken in', async () => {
  const asked = await take(google)
  expect(asked).toEqual({
    heads: ['日', 'キャンペーン', '広告グループ', '費用'],
    rows: [
      ['2026-11-01', '春の初回', 'A', '1000'],
      ['2026-11-01', '春の初回', 'B', '500'],
      ['2026-11-02', 'ブランド', 'A', '70'],
    ],
    columns: { day: '日', ad: 'キャンペーン', cost: '費用' },
    taken: null,
  })
  expect(await costs()).toEqual([])
  const taken = { lines: 1, yen: 1_500, unknown: [{ ad_name: 'ブランド', yen: 70 }], unknown_yen: 70 }
  expect((await take(google, chosen)).taken).toEqual(taken)
  const [noted] = await db.select().from(audit_event).orderBy(desc(audit_event.id)).limit(1)
  expect(noted).toMatchObject({
    subject: 'ad_cost',
    after: { file: 'google.csv', settlement_columns: '日、キャンペーン、費用', pasted: '1行・合計1,500円' },
  })
  // A value for each day and code, no sum: the same file changes nothing.
  expect((await take(google)).taken).toEqual(taken)
  expect(await costs()).toEqual([{ shop_id: 2, day: '2026-11-01', adcd: 'AD-A', yen: 1_500, reported: null }])
  await take(file('2026-11-01,春の初回,A,900', '2026-11-02,指名検索,A,30'))
  expect((await costs()).map(({ adcd, yen }) => [adcd, yen])).toEqual([
    ['AD-A', 900],
    ['AD-B', 30],
  ])
})

test('columns are chosen anew, and are those of one shop', async () => {
  await take(google, chosen)
  const other = file('2026-11-03,他,AD-B,40')
  await expect(take(other)).rejects.toMatchObject({ error: 'ERROR_AD_COST_FILE' })
  expect((await take(other, { ...chosen, ad_head: '広告グループ' })).taken).toMatchObject({ lines: 1, yen: 40 })
  expect((await take(other)).columns).toMatchObject({ ad: '広告グループ' })
  const elsewhere = await operatorContext(db, 'manager', { clock, shop_id: 1 })
  expect((await importAdCostFile(elsewhere, { name: 'a.csv', content: other })).taken).toBeNull()
})

test.each([
  ['a line that can’t be read', '2026-11-31,春の初回,A,1', chosen, '3行目: 日付「2026-11-31」が読めません。'],
  ['no line', '', chosen, '費用の行がありません。'],
  ['no known advert', '2026-11-01,他,A,1', chosen, '「他」などの名前は'],
  [
    'a column that is not there',
    '2026-11-01,春の初回,A,1',
    { ...chosen, ad_head: '広告' },
    '「広告コードか広告の名前」の列を',
  ],
  ['a column not chosen', '2026-11-01,春の初回,A,1', { day_head: '日' }, '「広告コードか広告の名前」の列を'],
  ['a column twice', '2026-11-01,春の初回,A,1', { ...chosen, cost_head: '日' }, 'ほかと違う列'],
])('%s: nothing is taken in, and no column remembered', async (_, row, heads, message) => {
  await expect(take(file(row), heads)).rejects.toMatchObject({ status: 422, message: expect.stringContaining(message) })
  expect(await costs()).toEqual([])
  expect(await db.select().from(ad_cost_layout)).toEqual([])
})

test('what the medium counted is taken in where a column is chosen for it, parts too, and stays where a file does not say it', async () => {
  const content = (...lines: string[]) =>
    new TextEncoder().encode(['日,キャンペーン,広告グループ,費用,コンバージョン', ...lines].join('\n'))
  const first = content(
    '2026-11-01,春の初回,A,1000,1.50',
    '2026-11-01,春の初回,B,500,"1,000.25"',
    '2026-11-02,春の初回,A,70,--',
  )
  expect((await take(first)).columns).toEqual({
    ...{ day: '日', ad: 'キャンペーン', cost: '費用', reported: 'コンバージョン' },
  })
  const heads = { ...chosen, reported_head: 'コンバージョン' }
  await take(first, heads)
  const reported = async () => (await costs()).map(({ day, yen, reported }) => [day, yen, reported])
  expect(await reported()).toEqual([
    ['2026-11-01', 1_500, 1001.75],
    ['2026-11-02', 70, 0],
  ])
  // Without the column, and pasted: only the costs are new.
  await take(google, { ...chosen, reported_head: '' })
  expect(await reported()).toEqual([
    ['2026-11-01', 1_500, 1001.75],
    ['2026-11-02', 70, 0],
  ])
  await saveAdCosts(ctx, { pasted: '2026-11-01,AD-A,9' })
  expect((await reported())[0]).toEqual(['2026-11-01', 9, 1001.75])
  await expect(take(content('2026-11-03,春の初回,A,10,多い'))).rejects.toMatchObject({
    message: '2行目: 成果「多い」は、数ではありません。',
  })
  await expect(take(first, { ...chosen, reported_head: '費用' })).rejects.toMatchObject({
    fields: [{ path: 'reported_head' }],
  })
})
