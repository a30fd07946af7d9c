import { customer } from '@kushi/db/schema/customer'
import { move_in, move_in_file } from '@kushi/db/schema/move-in'
import { audit_event } from '@kushi/db/schema/operator'
import { testDatabase } from '@kushi/db/testing'
import { WITHOUT_BACKUP_CONFIRMATION } from '@kushi/values/move-in'
import { and, asc, eq, like } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../foundation/retention/delete-expired-rows.ts'
import { secretBox } from '../../secret-box.ts'
import { newOperatorContext } from '../../testing/admin-context.ts'
import { testClock, testContext } from '../../testing/context.ts'
import {
  deleteMoveInFiles,
  exportMoveInProblems,
  saveMoveInFile,
  showMoveIn,
  startMoveInRehearsal,
  startMoveInRevert,
  startMoveInRevertRehearsal,
  startMoveInRun,
} from './admin/screen.ts'
import { processMoveIn } from './process-move-in.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const clock = testClock('2026-11-30')
const ctx = { ...testContext(db, { clock }), afterwards: () => undefined, secrets: secretBox(['0'.repeat(32)]) }
/** When the installation was last backed up; each test begins with a new backup. */
let backup: Date | null = null
const manager = {
  ...(await newOperatorContext(ctx, '店長', 'manager')),
  secrets: ctx.secrets,
  lastBackup: () => Promise.resolve(backup),
}
beforeEach(() => {
  backup = clock.now()
})

const heads = '会員番号,メールアドレス,姓,名,郵便番号,都道府県,市区町村,番地,電話番号'
const member = (n: number, email = `s${n}@screen.example`) =>
  `${n},${email},椿,花子${n},248-0006,神奈川県,鎌倉市小町,1-2-3,09000000001`
const bytes = (...rows: string[]) => new TextEncoder().encode([heads, ...rows].join('\n'))
const put = (name: string, ...rows: string[]) => saveMoveInFile(manager, { name, content: bytes(...rows) })
const people = () => db.select().from(customer).where(like(customer.email, '%@screen.example'))

test('files, a rehearsal, and the run that takes in what is right; then the files are gone', async () => {
  expect(await showMoveIn(manager, {})).toMatchObject({ state: 'files', files: [] })
  await expect(put('顧客.csv', member(1))).rejects.toMatchObject({ error: 'ERROR_MOVE_FILE' })
  await expect(startMoveInRun(manager, { refused: 0 })).rejects.toMatchObject({ error: 'ERROR_MOVE_REFUSED' })
  await put('members.csv', member(1))
  const env = { name: 'eccube.env', content: new TextEncoder().encode('ECCUBE_AUTH_MAGIC=of-the-shop\n') }
  expect(await saveMoveInFile(manager, env)).toMatchObject({ has_magic: true, files: [{ name: 'members.csv' }] })
  expect(JSON.stringify(await db.select().from(move_in))).not.toContain('of-the-shop')
  await put('members.csv', member(1), member(2), member(3, 'no address'))
  await expect(startMoveInRun(manager, { refused: 0 })).rejects.toMatchObject({ error: 'ERROR_MOVE_REFUSED' })

  expect(await startMoveInRehearsal(manager, {})).toMatchObject({ state: 'checking' })
  await expect(put('members.csv', member(1))).rejects.toMatchObject({ error: 'ERROR_MOVE_BUSY' })
  await processMoveIn(ctx)
  const found = await showMoveIn(manager, {})
  expect(found).toMatchObject({ state: 'checked', report: { files: [{ taken: 2, refused: 1 }], problem_count: 1 } })
  expect(await people()).toEqual([])
  const chunks = await Array.fromAsync((await exportMoveInProblems(manager, {})).content)
  const file = Buffer.concat(chunks).toString()
  expect(file).toContain('members.csv')
  const { message } = found.report!.problems[0]!
  expect(file).toContain(message)
  // A key of a 店長 sees no persons unless it may take them out.
  const key = { ...manager, operator: { ...manager.operator, api_key_id: 1, permissions: ['account.manage' as const] } }
  const masked = Buffer.concat(await Array.fromAsync((await exportMoveInProblems(key, {})).content)).toString()
  expect(masked).not.toContain(message)
  expect(masked).toContain('＊＊(')

  await expect(startMoveInRun(manager, { refused: 0 })).rejects.toMatchObject({ error: 'ERROR_MOVE_REFUSED' })
  await startMoveInRun(manager, { refused: 1 })
  await Promise.all([processMoveIn(ctx), processMoveIn(ctx)])
  expect(await showMoveIn(manager, {})).toMatchObject({
    state: 'done',
    files: [],
    has_magic: false,
    report: { files: [{ taken: 2, refused: 1 }] },
  })
  expect(await people()).toHaveLength(2)
  const trail = await db
    .select()
    .from(audit_event)
    .where(eq(audit_event.subject, 'move_in'))
    .orderBy(asc(audit_event.id))
  expect(trail.map((one) => one.operator_name)).toEqual(trail.map(() => '店長'))
  expect(trail.at(-1)).toMatchObject({ subject_name: '会員の移行', after: { file: 'members.csv', count: 2 } })
})

test('a process that died lets go, and the next one goes on; nothing comes in twice', async () => {
  await put('members.csv', member(1), member(4))
  await startMoveInRehearsal(manager, {})
  await processMoveIn(ctx)
  await startMoveInRun(manager, { refused: 0 })
  await db.update(move_in).set({ claimed_until: new Date(clock.now().getTime() + 60_000) })
  await processMoveIn(ctx)
  expect((await showMoveIn(manager, {})).state).toBe('running')
  await processMoveIn(ctx, { budgetMs: -1 })
  clock.move(1)
  // The time is up at once, so the work remains to be done.
  await processMoveIn(ctx, { budgetMs: -1 })
  expect((await showMoveIn(manager, {})).state).toBe('running')
  await processMoveIn(ctx)
  expect(await showMoveIn(manager, {})).toMatchObject({ state: 'done', report: { files: [{ already: 2, taken: 0 }] } })
  expect(await people()).toHaveLength(3)
})

test('a file that can’t be read states why, and an unfinished move is deleted', async () => {
  await saveMoveInFile(manager, { name: 'orders.csv', content: new TextEncoder().encode('注文番号\n1\n') })
  await startMoveInRehearsal(manager, {})
  await processMoveIn(ctx)
  expect(await showMoveIn(manager, {})).toMatchObject({ state: 'failed', error: expect.stringContaining('orders.csv') })
  await deleteExpiredRows(ctx)
  expect(await db.select().from(move_in_file)).toHaveLength(1)
  clock.move(8)
  await deleteExpiredRows(ctx)
  expect(await db.select().from(move_in_file)).toEqual([])
  await put('members.csv', member(9))
  const dropped = await deleteMoveInFiles(manager, {})
  expect(dropped).toMatchObject({ files: [], former_systems: ['前のシステム'] })
  expect(await showMoveIn(manager, {})).toEqual(dropped)
  expect(await db.select().from(move_in_file)).toEqual([])
})

test.each([
  ['no backup is known', null, false],
  ['the last backup is old', 25, false],
  ['the last backup is of today', 23, true],
])('%s: a run and a take-back ask for one, or for the words that there is none', async (_, hours, is_recent) => {
  backup = hours === null ? null : new Date(clock.now().getTime() - hours * 3_600_000)
  await put('members.csv', member(20))
  await startMoveInRehearsal(manager, { former_system: '旧店' })
  await processMoveIn(ctx)
  const backup_made_at = backup?.toISOString() ?? null
  expect(await showMoveIn(manager, {})).toMatchObject({ is_backup_recent: is_recent, backup_made_at })
  if (is_recent) return void (await startMoveInRun(manager, { refused: 0 }))
  const refused = { fields: [{ path: 'without_backup' }] }
  await expect(startMoveInRun(manager, { refused: 0 })).rejects.toMatchObject(refused)
  await expect(startMoveInRun(manager, { refused: 0, without_backup: 'はい' })).rejects.toMatchObject(refused)
  const wanted = { former_system: '旧店', stay_count: 0 }
  await expect(startMoveInRevert(manager, wanted)).rejects.toMatchObject(refused)
  await startMoveInRun(manager, { refused: 0, without_backup: WITHOUT_BACKUP_CONFIRMATION })
  await processMoveIn(ctx)
})

test('a move is taken back after its rehearsal and its name; what is killed goes on, and the counts are of all rounds', async () => {
  await processMoveIn(ctx)
  const many = Array.from({ length: 1_100 }, (_, n) => member(1_000 + n))
  await put('members.csv', ...many)
  await startMoveInRehearsal(manager, { former_system: '取り消す店' })
  await processMoveIn(ctx)
  await startMoveInRun(manager, { refused: 0 })
  await processMoveIn(ctx)
  const all = await db.$count(customer)
  const begin = (former_system: string, stay_count: number) => startMoveInRevert(manager, { former_system, stay_count })

  await expect(begin('取り消す店', 0)).rejects.toMatchObject({ error: 'ERROR_MOVE_REFUSED' })
  await expect(startMoveInRevertRehearsal(manager, { former_system: 'どこか' })).rejects.toMatchObject({
    fields: [{ path: 'former_system' }],
  })
  const stays = and(eq(customer.shop_id, 2), eq(customer.email, 's1000@screen.example'))
  await db.update(customer).set({ blocked_at: clock.now() }).where(stays)
  expect(await startMoveInRevertRehearsal(manager, { former_system: '取り消す店' })).toMatchObject({
    state: 'checking_back',
  })
  await expect(put('members.csv', member(1))).rejects.toMatchObject({ error: 'ERROR_MOVE_BUSY' })
  await processMoveIn(ctx)
  const found = { former_system: '取り消す店', members: 1_099, stay_count: 1 }
  expect(await showMoveIn(manager, {})).toMatchObject({
    state: 'checked_back',
    take_back: { ...found, staying: [{ member_no: '1000', member_name: '椿 花子1000' }] },
  })
  expect(await db.$count(customer)).toBe(all)

  await expect(begin('取り消す店', 0)).rejects.toMatchObject({ error: 'ERROR_MOVE_REFUSED' })
  await expect(begin('旧店', 1)).rejects.toMatchObject({ fields: [{ path: 'former_system' }] })
  expect(await begin('取り消す店', 1)).toMatchObject({ state: 'taking_back', take_back: { members: 0 } })
  // Each round has time for one part only, and begins with who stays.
  for (let round = 0; round < 3; round++) await processMoveIn(ctx, { budgetMs: -1 })
  await processMoveIn(ctx)
  expect(await showMoveIn(manager, {})).toMatchObject({ state: 'taken_back', take_back: found })
  expect(await db.$count(customer)).toBe(all - 1_099)
  await expect(begin('取り消す店', 1)).rejects.toMatchObject({ error: 'ERROR_MOVE_REFUSED' })
  const trail = await db
    .select()
    .from(audit_event)
    .where(eq(audit_event.subject_name, '移行の取り消し'))
    .orderBy(asc(audit_event.id))
  expect(trail).toMatchObject([
    { operator_name: '店長', after: { count: 499 } },
    { operator_name: '店長', after: { count: 499 } },
    { operator_name: '店長', after: { count: 101 } },
  ])
})

test('whether nobody’s orders are taken in is said at the rehearsal, kept for the run, and in the trail', async () => {
  await db.delete(move_in)
  await put('members.csv', member(40))
  const to = '姓,名,郵便番号,都道府県,市区町村,番地,電話番号'
  const orders = [
    `注文番号,会員番号,注文日時,状態,商品コード,数量,単価,合計,${to}`,
    `S-1,,2026-10-05 10:00,発送済み,TN-OIL-N030,1,1500,1500,${member(41).split(',').slice(2).join(',')}`,
  ]
  await saveMoveInFile(manager, { name: 'orders.csv', content: new TextEncoder().encode(orders.join('\n')) })
  await startMoveInRehearsal(manager, { former_system: '客の店' })
  await processMoveIn(ctx)
  expect((await showMoveIn(manager, {})).report!.files.at(-1)).toMatchObject({ taken: 0, refused: 1 })
  await startMoveInRehearsal(manager, { former_system: '客の店', with_guests: true })
  await processMoveIn(ctx)
  expect(await showMoveIn(manager, {})).toMatchObject({
    with_guests: true,
    with_departed: false,
    report: { files: [{ taken: 1 }, { taken: 1, guests: 1, departed: 0, refused: 0 }] },
  })
  await startMoveInRun(manager, { refused: 0 })
  await processMoveIn(ctx)
  expect(await showMoveIn(manager, {})).toMatchObject({ state: 'done', report: { files: [{}, { guests: 1 }] } })
  const trail = await db.select().from(audit_event).where(eq(audit_event.subject_id, 'checking'))
  expect(trail.at(-1)!.after).toMatchObject({ with_guests: true, with_departed: false })
  await deleteMoveInFiles(manager, {})
})
