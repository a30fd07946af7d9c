import { issue, programFor } from '@kushi/sandbox/carriers/issue'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import type { World, WorldAnswer } from '../world.ts'

const SECOND = 1_000
/** From a confirmed file to the truck, at the most. */
const UNTIL_PICKUP_MS = 30 * 3_600 * SECOND

/** Orders of the world's people. */
async function ours(world: World): Promise<Set<string>> {
  const all = await world.rows<{ order_no: string }>(
    'select order_no from orders where shop_id = 2 and customer_id = any($1)',
    [world.ids],
  )
  return new Set(all.map(({ order_no }) => order_no))
}

/** A file of a carrier's program, with the numbers on it. */
async function registered(world: World, file: { name: string; content: Uint8Array }, random: Random): Promise<string> {
  const read = await world.admin('shipping', 'POST /admin/v1/shipping/imports', {
    query: { file_name: file.name },
    content: file.content,
  })
  if (read.status !== 200) return `読めない（${read.status}）`
  const { id, matched, is_confirmed } = read.data
  const params = { id }
  if (matched === 0) return '登録できる行はない'
  const button = is_confirmed
    ? 'POST /admin/v1/shipping/imports/{id}/again'
    : 'POST /admin/v1/shipping/imports/{id}/confirm'
  const confirmed = await world.admin('shipping', button, { params, body: { matched } })
  if (confirmed.status !== 200) return `確定できない（${confirmed.status}）`
  if (random.chance(0.15)) {
    const undone = await world.admin('shipping', 'POST /admin/v1/shipping/imports/{id}/undo', {
      params,
      body: { shipment_no: null },
    })
    if (undone.status === 200) world.sometimes('a carrier’s file was taken back')
    const { data } = await world.admin('shipping', 'GET /admin/v1/shipping/imports/{id}', { params })
    if (random.chance(0.6) && data && data.matched > 0)
      await world.admin('shipping', 'POST /admin/v1/shipping/imports/{id}/again', {
        params,
        body: { matched: data.matched },
      })
  }
  if (random.chance(0.5)) await world.admin('shipping', 'POST /admin/v1/shipping/imports/{id}/now', { params })
  else await world.pass(UNTIL_PICKUP_MS)
  await world.job('parcel-shipped')
  const { status, data: after } = await world.admin('shipping', 'GET /admin/v1/shipping/imports/{id}', { params })
  if (status !== 200) return `結果が読めない（${status}）`
  if (after.failed > 0 && random.chance(0.5)) {
    await world.admin('shipping', 'POST /admin/v1/shipping/imports/{id}/retry', { params })
    await world.job('parcel-shipped')
  }
  const left = after.rows.filter(({ state }) => state === 'done').flatMap(({ order_no }) => order_no ?? [])
  for (const order_no of left) world.meet(order_no, ['出荷', '送り状ファイル'])
  if (left.length > 0) world.sometimes('parcels left by a carrier’s file')
  return `${left.length}個を出荷（失敗${after.failed}、待ち${after.waiting}）`
}

export const shipping: Move[] = [
  {
    name: 'the packers make a batch and its labels',
    weight: 8,
    async run(world, random) {
      const desk = await world.admin('shipping', 'GET /admin/v1/shipping/desk')
      if (desk.status !== 200) return null
      const own = await ours(world)
      const order_nos = desk.data.ready_orders
        .map(({ order_no }) => order_no)
        .filter((no) => own.has(no) && random.chance(0.8))
        .slice(0, 5)
      if (order_nos.length === 0) return null
      const made = await world.admin('shipping', 'POST /admin/v1/shipping/batches', { body: { order_nos } })
      if (made.status !== 200) return `店が出荷リストを作れない（${made.status}）`
      const { batch_no, left_out } = made.data
      if (!world.isDisturbed)
        for (const { order_no, reason } of left_out)
          world.wrong(`${order_no}は今日の出荷にあるのに出荷リストに入らない（${reason}）`)
      const params = { batch_no }
      await world.admin('shipping', 'POST /admin/v1/shipping/batches/{batch_no}/prints', { params })
      const files = await world.admin('shipping', 'POST /admin/v1/shipping/batches/{batch_no}/files', { params })
      if (files.status !== 200) return `店が送り状ファイルを作れない（${files.status} ${world.said.at(-1)?.error}）`
      for (const { id } of files.data.items) {
        const file = await world.admin('shipping', 'GET /admin/v1/shipping/files/{id}', { params: { id } })
        if (file.status !== 200) continue
        const content = new Uint8Array(Buffer.from(file.data.content, 'base64'))
        const issued = issue(programFor(content)!, content, () => ++world.labels)
        if (Array.isArray(issued)) {
          world.wrong(`送り状ソフトが断る: ${JSON.stringify(issued)}`)
          continue
        }
        world.printed.push({ name: `発行済_${id}.csv`, content: issued.content })
        if (random.chance(0.1)) {
          await world.admin('shipping', 'POST /admin/v1/shipping/files/{id}/cancel', { params: { id } })
          world.sometimes('labels were made anew')
          await world.admin('shipping', 'POST /admin/v1/shipping/batches/{batch_no}/files', { params })
        }
      }
      return `店が${order_nos.join('、')}の出荷リスト${batch_no}と送り状を作る`
    },
  },
  {
    name: 'a carrier’s file is read',
    weight: 8,
    async run(world, random) {
      if (world.printed.length === 0) return null
      // Mostly the newest; now and then one that was read before.
      const file = random.chance(0.75) ? world.printed.at(-1)! : random.pick(world.printed)
      return `発行済データ${file.name}を取り込む: ${await registered(world, file, random)}`
    },
  },
  {
    name: 'the desk holds an order',
    weight: 2,
    async run(world, random) {
      const desk = await world.admin('shipping', 'GET /admin/v1/shipping/desk')
      if (desk.status !== 200) return null
      const own = await ours(world)
      const order_no = desk.data.ready_orders.map((one) => one.order_no).find((no) => own.has(no))
      const stopped = desk.data.stopped_orders.map((one) => one.order_no).filter((no) => own.has(no))
      if (stopped.length > 0 && random.chance(0.6)) {
        const no = random.pick(stopped)
        const { status } = await world.admin('shipping', 'POST /admin/v1/shipping/holds/{order_no}/release', {
          params: { order_no: no },
          body: { undo: random.chance(0.5) },
        })
        return `店が${no}を出荷に戻す（${status}）`
      }
      if (!order_no) return null
      const { status } = await world.admin('shipping', 'POST /admin/v1/shipping/holds/{order_no}', {
        params: { order_no },
        body: { note: 'お電話を待つ' },
      })
      if (status === 200) world.meet(order_no, ['保留'])
      return `店が${order_no}を保留にする（${status}）`
    },
  },
  {
    name: 'a packed parcel is taken out',
    weight: 2,
    async run(world, random) {
      const [one] = await world.rows<{ shipment_no: string; order_no: string; sku: number }>(
        `select s.shipment_no, o.order_no, i.product_sku_id as sku from shipment s join orders o on o.shop_id = s.shop_id and o.id = s.order_id
         join order_item i on i.shop_id = o.shop_id and i.order_id = o.id
         where s.shop_id = 2 and s.status = 'packed' and o.customer_id = any($1) order by md5(s.id::text || $2) limit 1`,
        [world.ids, String(random.seed())],
      )
      if (!one) return null
      const { shipment_no, order_no, sku } = one
      const isShort = random.chance(0.5)
      const { status } = await world.admin('shipping', 'POST /admin/v1/shipping/parcels/{shipment_no}/hold', {
        params: { shipment_no },
        body: isShort
          ? { reason: 'shortage', note: '', shortage: [{ product_sku_id: Number(sku), quantity: 1 }] }
          : { reason: 'other', note: '箱が足りない', shortage: [] },
      })
      if (status === 200) world.meet(order_no, [isShort ? '欠品' : '保留'])
      return `店が${order_no}の荷物を出荷リストから外す（${status}）`
    },
  },
  {
    name: 'the desk answers what is stopped',
    weight: 5,
    async run(world, random) {
      const desk = await world.admin('manager', 'GET /admin/v1/shipping/desk')
      if (desk.status !== 200) return null
      const own = await ours(world)
      const stopped = desk.data.stopped_orders.filter((one) => own.has(one.order_no) && one.action !== 'open_setting')
      if (stopped.length === 0) return null
      const one = random.pick(stopped)
      const { status } = await answered(world, one, random)
      if (status >= 400 && status < 500 && !world.isDisturbed)
        world.wrong(
          `${one.order_no}の「${one.action}」は今日の出荷にあるのに断られた（${status} ${world.said.at(-1)?.error}）`,
        )
      if (status === 200) world.sometimes(`stopped: ${one.action}`)
      return `店が止まっている${one.order_no}に答える（${one.action}、${status}）`
    },
  },
]

type Stopped = WorldAnswer<'GET /admin/v1/shipping/desk'>['data']['stopped_orders'][number]

/** The button that the desk shows beside a stopped order. */
async function answered(world: World, one: Stopped, random: Random): Promise<{ status: number }> {
  const params = { order_no: one.order_no }
  switch (one.action) {
    case 'decide_cancel': {
      const body = { decision: random.pick(['cancel', 'ship'] as const) }
      return world.admin('manager', 'POST /admin/v1/shipping/cancel-requests/{order_no}', { params, body })
    }
    case 'decide_address': {
      const body = { decision: random.pick(['correct', 'ship'] as const) }
      return world.admin('manager', 'POST /admin/v1/shipping/address-wishes/{order_no}', { params, body })
    }
    case 'release':
      return world.admin('manager', 'POST /admin/v1/shipping/holds/{order_no}/release', {
        params,
        body: { undo: random.chance(0.5) },
      })
    case 'accept':
      return world.admin('manager', 'POST /admin/v1/shipping/labels', { body: { order_nos: [one.order_no] } })
    case 'edit': {
      const { original } = one
      if (!original) return { status: 0 }
      const address = original.address.slice(0, Math.max(1, one.line_lengths.length))
      const body = { ...original, address, is_postcode_confirmed: true }
      return world.admin('manager', 'PUT /admin/v1/shipping/labels/{order_no}', { params, body })
    }
    case 'decide_parcel': {
      const parcel = one.can_join && random.chance(0.6) ? 'together' : 'apart'
      return world.admin('manager', 'POST /admin/v1/shipping/parcels', {
        body: { order_nos: one.same_address, parcel },
      })
    }
    case 'read_note':
      return world.admin('manager', 'POST /admin/v1/shipping/notes/{order_no}', { params })
    default:
      return { status: 0 }
  }
}
