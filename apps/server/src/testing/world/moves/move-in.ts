import { gmoCardPort } from '@kushi/adapters/gmo/card-port'
import { TEST_CARD_NUMBERS } from '@kushi/adapters/testing/gateway'
import { addDays } from '@kushi/values/calendar-date'
import { WITHOUT_BACKUP_CONFIRMATION } from '@kushi/values/move-in'
import { prefectureName } from '@kushi/values/prefecture'
import type { Move } from '../move.ts'
import type { Random } from '../random.ts'
import { HOMES, type MovedContract, PASSWORD, PASSWORD_HASH, type World } from '../world.ts'
import { soldGoods } from './shopping.ts'

/** Who come from the other system, two at a time. */
const COMERS = ['一尺八寸', '月見里', '栗花落', '小比類巻']
/** Who bought there without being a member, or has left; by the e-mail and the number that their order has. */
const GUESTS = [
  { mark: '東風平', email: '', member_no: '' },
  { mark: '喜屋武', email: 'guest@example.com', member_no: '' },
  { mark: '仲村渠', email: '', member_no: '999' },
]
const guestOrder = (n: number) => `OLD-G${n}`

const FORMER = '前のショップ'

const csv = (heads: string[], rows: Record<string, unknown>[]) =>
  new TextEncoder().encode(
    [heads.join(','), ...rows.map((row) => heads.map((head) => String(row[head] ?? '')).join(','))].join('\n'),
  )

const addressIn = (mark: string, n: number) => {
  const [code, rest, pref_id, town] = HOMES[n % HOMES.length]!
  return {
    姓: mark,
    名: '花',
    せい: 'めん',
    めい: 'ばあ',
    郵便番号: `${code}-${rest}`,
    都道府県: prefectureName(pref_id),
    市区町村: town,
    番地: `${mark}荘`,
    電話番号: `0902000${1000 + n}`,
  }
}
const HEADS = ['会員番号', 'メールアドレス', ...Object.keys(addressIn('', 0)), 'GMO会員ID', 'メルマガ', 'ポイント']
const CONTRACT_HEADS = [
  ...['定期番号', '会員番号', 'ステータス', '回数', '次回お届け予定日', '周期', '間隔', '日', '商品コード'],
  ...['数量', '単価', 'お支払方法', 'GMOカード連番', '送料', '合計'],
]
const ORDER_HEADS = [
  ...[
    '注文番号',
    '会員番号',
    '会員メールアドレス',
    '注文日時',
    '状態',
    '定期番号',
    '回数',
    '商品コード',
    '数量',
    '単価',
  ],
  ...['送料', '合計', 'お支払方法', 'お届け日', ...Object.keys(addressIn('', 0))],
]

/** A card that the provider keeps for a member of the other system. */
async function keepCard({ gateway }: World, gmo_id: string): Promise<void> {
  const port = gmoCardPort(gateway.settings)
  const provider_order_id = `OLD-${gmo_id}`
  const access = await port.enterCheck({ provider_order_id, is_authenticated: true })
  const token = await gateway.token(TEST_CARD_NUMBERS.ok)
  const executed = await port.executeCheck({
    ...access,
    provider_order_id,
    token,
    return_url: 'https://old.example/',
  })
  if (executed.kind === 'redirect') await gateway.visit(executed.redirect_url)
  await port.finishCheck(access)
  await port.saveMember(gmo_id)
  await port.saveCardOfTrade({ provider_order_id, gmo_id, is_default: true })
}

async function contractOf(world: World, member_no: string, random: Random): Promise<MovedContract | null> {
  const goods = (await soldGoods(world)).filter((one) => one.sale_type !== 1 && !one.is_yearly && !one.is_set)
  if (goods.length === 0) return null
  const [sku] = await world.rows<{ code: string; price: number }>(
    'select product_code as code, coalesce(subscription_price, price) as price from product_sku where shop_id = 2 and id = $1',
    [random.pick(goods).id],
  )
  const quantity = random.between(1, 2)
  // The other shop was cheaper, or dearer.
  const price = Math.round(sku!.price * random.pick([0.8, 1, 1, 1.1]))
  const delivery_fee = random.pick([0, 330, 660])
  return {
    foreign_no: `T${member_no}`,
    member_no,
    cycle: random.between(1, 5),
    next_delivery_date: addDays(world.today, random.between(12, 30)),
    payment: random.pick(['クレジットカード', 'クレジットカード', 'NP後払い', '代金引換']),
    code: sku!.code,
    quantity,
    price,
    delivery_fee,
    total: quantity * price + delivery_fee + random.pick([0, 330]),
  }
}

/** The files of everybody who was moved so far and of `contracts`, as the other system exports them. */
function filesOf(world: World, contracts: readonly MovedContract[]): Map<string, Uint8Array> {
  const members = world.comers.map(({ mark, member_no, email }, n) => ({
    会員番号: member_no,
    メールアドレス: email,
    ...addressIn(mark, n),
    GMO会員ID: `old-${member_no}`,
    メルマガ: '1',
    ポイント: String(n * 100),
  }))
  const rows = contracts.map((one) => ({
    定期番号: one.foreign_no,
    会員番号: one.member_no,
    ステータス: '有効',
    回数: one.cycle,
    次回お届け予定日: one.next_delivery_date,
    周期: '日数',
    間隔: 30,
    商品コード: one.code,
    数量: one.quantity,
    単価: one.price,
    お支払方法: one.payment,
    GMOカード連番: one.payment === 'クレジットカード' ? 0 : '',
    送料: one.delivery_fee,
    合計: one.total,
  }))
  const orders = contracts.flatMap((one) =>
    one.cycle === 1
      ? []
      : [
          {
            注文番号: `OLD-${one.foreign_no}`,
            会員番号: one.member_no,
            注文日時: '2026-11-01 10:00',
            状態: '発送済み',
            定期番号: one.foreign_no,
            回数: one.cycle - 1,
            商品コード: one.code,
            数量: one.quantity,
            単価: one.price,
            送料: one.delivery_fee,
            合計: one.total,
            お支払方法: one.payment,
            お届け日: '2026-11-05',
          },
        ],
  )
  const [any] = contracts
  const ofGuests = any
    ? GUESTS.map(({ mark, email, member_no }, n) => ({
        注文番号: guestOrder(n),
        会員番号: member_no,
        会員メールアドレス: email,
        注文日時: `2026-0${n + 4}-01 10:00`,
        状態: '発送済み',
        商品コード: any.code,
        数量: 1,
        単価: any.price,
        合計: any.price,
        お支払方法: '代金引換',
        ...addressIn(mark, n),
      }))
    : []
  return new Map([
    ['members.csv', csv(HEADS, members)],
    ['subscriptions.csv', csv(CONTRACT_HEADS, rows)],
    ['orders.csv', csv(ORDER_HEADS, [...orders, ...ofGuests])],
  ])
}

/** Files, rehearsal and run, by whoever may. true: it was done. */
async function take(world: World, files: ReadonlyMap<string, Uint8Array>): Promise<string> {
  await world.admin('manager', 'DELETE /admin/v1/move-in/files')
  for (const [name, content] of files) {
    const put = await world.admin('manager', 'POST /admin/v1/move-in/files', { query: { name }, content })
    if (put.status !== 200) return `置けない（${put.status}）`
  }
  await world.admin('manager', 'POST /admin/v1/move-in/check', {
    query: { former_system: FORMER, with_guests: true, with_departed: true },
  })
  await world.job('move-in')
  const checked = await world.admin('manager', 'GET /admin/v1/move-in')
  const report = checked.status === 200 ? checked.data.report : null
  if (!report) return `予行が済まない（${checked.status}）`
  const refused = report.files.reduce((sum, file) => sum + file.refused, 0)
  const begun = await world.admin('manager', 'POST /admin/v1/move-in/run', {
    body: { refused, without_backup: WITHOUT_BACKUP_CONFIRMATION },
  })
  if (begun.status !== 200) return `取り込めない（${begun.status}）`
  await world.job('move-in')
  const { data: done } = await world.admin('manager', 'GET /admin/v1/move-in')
  if (!done?.report) return `取り込みが済まない`
  // Of a run that was pressed twice the second has nothing left to take.
  const counts = ({ file, taken, already, left_out, refused }: (typeof report.files)[number]) =>
    [file, taken + already, left_out, refused] as const
  if (!world.isDisturbed && JSON.stringify(done.report.files.map(counts)) !== JSON.stringify(report.files.map(counts)))
    world.wrong(
      `移行の予行は${JSON.stringify(report.files.map(counts))}と言い、取り込みは${JSON.stringify(done.report.files.map(counts))}`,
    )
  return done.report.files.map((one) => `${one.file} ${one.taken}件（お断り${one.refused}件）`).join('、')
}

/** Those who came in are people of the shop. */
async function greet(world: World): Promise<void> {
  for (const { mark, email } of world.comers) {
    if (world.known(mark)) continue
    // She sets a password at once, by 「パスワードをお忘れの方」.
    const [one] = await world.rows<{ id: number }>(
      'update customer set password_hash = $2 where shop_id = 2 and email = $1 returning id',
      [email, PASSWORD_HASH],
    )
    if (!one) continue
    world.people.push({ id: Number(one.id), mark, names: [mark], email, password: PASSWORD, token: null })
    world.meet(`C${one.id}`, ['移行'])
    world.sometimes('a member moved in')
  }
  for (const [n, { mark, email }] of GUESTS.entries()) {
    const [one] = await world.rows<{ id: number }>(
      'select customer_id as id from orders where shop_id = 2 and order_no = $1',
      [guestOrder(n)],
    )
    if (!one || world.known(mark)) continue
    world.gone.push({ id: Number(one.id), mark, names: [mark], email, password: '', token: null })
    world.meet(`C${one.id}`, ['ゲスト'])
    world.sometimes('a guest moved in')
  }
  const moved = await world.rows<{ foreign_no: string; row_id: number }>(
    `select foreign_no, row_id from moved_row where shop_id = 2 and kind = 'subscription' order by row_id`,
  )
  for (const { foreign_no, row_id } of moved) {
    world.meet(`S${row_id}`, ['移行'])
    const contract = world.moving.find((one) => one.foreign_no === foreign_no)
    if (contract) world.moved.set(Number(row_id), contract.total)
  }
}

/** Those who went back are people of the other shop only, until they come again; nothing of them is left by half. */
async function farewell(world: World): Promise<void> {
  const rows = await world.rows<{ id: number }>('select id from customer where shop_id = 2')
  const here = new Set(rows.map(({ id }) => Number(id)))
  for (const all of [world.people, world.gone])
    for (const person of all.filter(({ id }) => !here.has(id))) all.splice(all.indexOf(person), 1)
  const [half] = await world.rows(
    `select 1 from moved_row m where m.shop_id = 2 and m.kind in ('member', 'subscription', 'order')
       and not exists (select from customer x where m.kind = 'member' and x.shop_id = m.shop_id and x.id = m.row_id)
       and not exists (select from subscription x where m.kind = 'subscription' and x.shop_id = m.shop_id and x.id = m.row_id)
       and not exists (select from orders x where m.kind = 'order' and x.shop_id = m.shop_id and x.id = m.row_id)`,
  )
  if (half) world.wrong('移行を取り消したあと、番号だけが残った')
}

/** Many a shop begins with it. */
export const MOVES_IN = 'members of another shop move in'

async function someMoveIn(world: World, random: Random): Promise<string | null> {
  const some = COMERS.filter((mark) => !world.comers.some((one) => one.mark === mark)).slice(0, 2)
  if (some.length === 0) return null
  for (const mark of some) {
    const member_no = String(101 + world.comers.length)
    world.comers.push({ mark, member_no, email: `old${member_no}@example.com` })
    const contract = await contractOf(world, member_no, random)
    if (contract) world.moving.push(contract)
    if (random.chance(0.9)) await keepCard(world, `old-${member_no}`)
  }
  const said = await take(world, filesOf(world, world.moving))
  await greet(world)
  return `${some.join('と')}が前のショップから移る: ${said}`
}

export const moveIn: Move[] = [
  {
    name: MOVES_IN,
    weight: 3,
    run: someMoveIn,
  },
  {
    name: 'the other shop exports again',
    weight: 1.5,
    async run(world, random) {
      if (world.comers.length === 0) return someMoveIn(world, random)
      // There the next delivery was put off meanwhile.
      for (const one of world.moving)
        if (random.chance(0.25)) one.next_delivery_date = addDays(one.next_delivery_date, random.between(1, 10))
      const said = await take(world, filesOf(world, world.moving))
      await greet(world)
      world.sometimes('a move was run again')
      return `前のショップのファイルをもう一度取り込む: ${said}`
    },
  },
  {
    name: 'the move is taken back',
    weight: 2,
    async run(world, random) {
      if (world.comers.length === 0) await someMoveIn(world, random)
      const { status, data } = await world.admin('manager', 'GET /admin/v1/move-in')
      const [former_system] = status === 200 ? data.former_systems : []
      if (former_system === undefined) return null
      await world.admin('manager', 'POST /admin/v1/move-in/back/check', { body: { former_system } })
      await world.job('move-in')
      const checked = await world.admin('manager', 'GET /admin/v1/move-in')
      const found = checked.status === 200 ? checked.data.take_back : null
      if (!found) return `移行の取り消しの予行が済まない（${checked.status}）`
      const { stay_count } = found
      const body = { former_system, stay_count, without_backup: WITHOUT_BACKUP_CONFIRMATION }
      const begun = await world.admin('manager', 'POST /admin/v1/move-in/back/run', { body })
      if (begun.status !== 200) return `移行を取り消せない（${begun.status}）`
      await world.job('move-in')
      const { data: done } = await world.admin('manager', 'GET /admin/v1/move-in')
      await farewell(world)
      if (done?.state !== 'taken_back' || !done.take_back) return '移行の取り消しが済まない'
      if (done.take_back.members > 0) world.sometimes('a move was taken back')
      if (done.take_back.stay_count > 0) world.sometimes('a move was taken back but for who lived on')
      return `移行を取り消す: ${done.take_back.members}人が消え、${done.take_back.stay_count}人が残る`
    },
  },
]
