import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { AddressForm } from '@kushi/contract/form/address'
import { testDatabase } from '@kushi/db/testing'
import { afterAll, expect, test } from 'vitest'
import { environment, newMember, sandboxOf, startServer } from '../testing/server.ts'
import { confirm } from '../testing/shopper.ts'
import { runCommand } from './run-command.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const env = environment(database.url, sandbox)
const server = await startServer(env)
const folder = await mkdtemp(join(tmpdir(), 'kushi-shipping-'))
afterAll(async () => {
  await server.stop()
  await database.close()
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
})

type Row = Record<string, string | number | null>
/** Runs `npm run shop -- shipping …` at noon: the demo's truck comes at 16:00. */
const shipping = async (...words: string[]): Promise<Row[]> =>
  JSON.parse(await runCommand(['shipping', ...words, '--date', server.deps.clock.today(), '--json'], env))
const pick = (rows: Row[], name: string) => rows.map((row) => row[name])

/** Orders of a member by NP後払い, each to a different address. */
async function ordered(count: number): Promise<string[]> {
  const member = await newMember(server.call)
  const order_nos: string[] = []
  for (let n = 1; n <= count; n++) {
    const shipping_address = AddressForm.parse({ ...member.form, addr02: `0-0-${n}` })
    const request = await confirm(server.call, member, null, { payment_method_id: 4, shipping_address })
    const body = { ...request, third_party_consent: true }
    order_nos.push((await server.call('POST /v1/order/public/new', { body, token: member.token })).data.order_no)
  }
  return order_nos
}

/** 発行済データ that the carrier's program returns for a label file. */
async function printed(file: string): Promise<string> {
  const desk = `${sandbox.url}/sandbox/carriers/files`
  const answer = await fetch(`${desk}?file_name=x.csv`, { method: 'POST', body: new Uint8Array(await readFile(file)) })
  const { id } = (await answer.json()) as { id: string }
  const path = join(folder, `発行済_${basename(file)}`)
  await writeFile(path, new Uint8Array(await (await fetch(`${desk}/${id}`)).arrayBuffer()))
  return path
}

test('a morning by command: list, batch, prints, files, import, confirm, undo, again, send now', async () => {
  const order_nos = await ordered(3)
  expect(await shipping('list')).toEqual(order_nos.map((order_no) => ({ order_no, state: 'ready', why: '' })))
  expect(await shipping('counts')).toEqual([{ ready: 3, stopped: 0, packed: 0, shipped: 0 }])
  const [batch, late] = await shipping('batch', `${order_nos[0]},${order_nos[1]},K000000-NOBODY`)
  const batch_no = String(batch!.batch_no)
  expect([batch, late]).toMatchObject([{ parcels: 2 }, { left_out: 'K000000-NOBODY' }])
  const [sheets] = await shipping('prints', batch_no, '--out', folder)
  expect((await readFile(String(sheets!.file))).subarray(0, 5).toString()).toBe('%PDF-')

  const [file] = await shipping('files', batch_no, '--out', folder)
  const labels = await readFile(String(file!.file))
  expect(file).toMatchObject({ program: 'b2cloud', temperature: 'normal', parcels: 2 })
  await shipping('files', batch_no, '--out', folder)
  expect((await readFile(String(file!.file))).equals(labels)).toBe(true)

  const seen = await shipping('import', await printed(String(file!.file)))
  expect(pick(seen, 'finding')).toEqual(['matched', 'matched'])
  expect(pick(seen, 'order_no')).toEqual(order_nos.slice(0, 2))
  const id = String(seen[0]!.import)
  await expect(shipping('confirm', id)).rejects.toThrow('--matched is missing')
  await expect(shipping('confirm', id, '--matched', '1')).rejects.toMatchObject({ error: 'ERROR_CHANGED_MEANWHILE' })
  expect(pick(await shipping('confirm', id, '--matched', '2'), 'state')).toEqual(['waiting', 'waiting'])
  const first = String(seen[0]!.shipment_no)
  expect(pick(await shipping('undo', id, '--shipment', first), 'state')).toEqual(['undone', 'waiting'])
  expect(pick(await shipping('now', id), 'state')).toEqual(['undone', 'done'])
  await expect(shipping('undo', id)).rejects.toMatchObject({ status: 409 })
  expect(pick(await shipping('again', id, '--matched', '1'), 'state')).toEqual(['waiting', 'done'])
  expect(pick(await shipping('now', id), 'state')).toEqual(['done', 'done'])
  expect(pick(await shipping('retry', id), 'state')).toEqual(['done', 'done'])
  expect(await shipping('counts')).toMatchObject([{ ready: 1, packed: 0 }])
})

test('a packed order is cancelled by a request and its answer, as on the screens; the member is notified unless turned off', async () => {
  const orders = async (...words: string[]): Promise<Row[]> =>
    JSON.parse(await runCommand(['orders', ...words, '--json'], env))
  const [notified, quiet, sent, loose] = (await ordered(4)) as [string, string, string, string]
  await shipping('batch', [notified, quiet, sent].join(','))
  await expect(orders('cancel', notified)).rejects.toThrow('--reason is missing')
  const why = ['--reason', 'お客様のお電話'] as const
  expect(await orders('cancel', notified, ...why)).toEqual([{ order_no: notified, status: 'cancel_asked' }])
  await orders('cancel', quiet, ...why, '--quiet')
  await orders('cancel', sent, ...why)
  const waiting = (await shipping('list')).filter(({ why: reason }) => reason === 'cancel_asked')
  expect(pick(waiting, 'order_no').sort()).toEqual([notified, quiet, sent].sort())
  expect(await shipping('agree', notified)).toEqual([{ order_no: notified, decision: 'cancel' }])
  await shipping('agree', quiet)
  await shipping('decline', sent)
  await expect(shipping('agree', sent)).rejects.toMatchObject({ error: 'ERROR_ORDER_STATUS' })
  expect(await orders('cancel', loose, ...why)).toEqual([{ order_no: loose, status: 'cancelled' }])
  const { rows } = await database.pool.query<{ order_no: string; status: string; notified: number; reasons: string[] }>(
    `select o.order_no, o.status,
       (select count(*)::int from outbox m where m.shop_id = o.shop_id and m.order_id = o.id and m.subject like '%キャンセルしました%') as notified,
       (select array_agg(a.after ->> 'decision_reason') from audit_event a
         where a.shop_id = o.shop_id and a.subject = 'order' and a.subject_id = o.id::text and a.after ? 'decision_reason') as reasons
     from orders o where o.order_no = any($1)`,
    [[notified, quiet, sent, loose]],
  )
  const of = (order_no: string) => rows.find((row) => row.order_no === order_no)
  expect(of(notified)).toMatchObject({ status: 'cancelled', notified: 1, reasons: expect.arrayContaining([why[1]]) })
  expect(of(quiet)).toMatchObject({ status: 'cancelled', notified: 0 })
  expect(of(sent)).toMatchObject({ status: 'arranged', notified: 0 })
  expect(of(loose)).toMatchObject({ status: 'cancelled', notified: 1 })
})

test('a missing argument is named', async () => {
  for (const what of ['prints', 'files', 'import', 'confirm', 'undo', 'retry', 'again', 'now', 'agree', 'decline'])
    await expect(shipping(what)).rejects.toThrow(/^Which/)
  await expect(shipping('import', join(folder, 'nothing.csv'))).rejects.toThrow('can’t be read')
})
