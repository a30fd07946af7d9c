import type { ProductInput } from '@kushi/contract/admin/product'
import type { FieldFailure } from '@kushi/contract/failure'
import { SALE_TYPE } from '@kushi/values/product'

/** Checks how a product's fields fit together. The rules of single fields are in the contract. */
export function productFieldFailures(input: ProductInput, saved: readonly number[]): FieldFailure[] {
  const faults: FieldFailure[] = []
  const fault = (path: string, message: string, message_id = 'cmn-err-003') =>
    faults.push({ path, message_id, message })
  const isSubscription = input.sale_type !== SALE_TYPE.normal
  if (input.lump_sum_payment_flag && !isSubscription)
    fault('lump_sum_payment_flag', '年払いは定期便で販売する商品だけに使えます。')
  if (input.lump_sum_payment_flag && isSubscription && !between(input.lump_sum_payment_num, 2, 24))
    fault('lump_sum_payment_num', '年払いのお届け回数を2〜24回で入力してください。')
  if (input.lump_sum_payment_flag && input.lump_sum_rule === 'fee' && input.lump_sum_fee_rate === 0)
    fault('lump_sum_fee_rate', '解約料の割合を入力してください。いただかないときは「残りを返金する」をお選びください。')
  if (input.visible && input.skus.every(({ visible }) => !visible)) fault('visible', noneOnSale)

  const ids = input.skus.flatMap(({ id }) => (id === null ? [] : [id]))
  if (saved.some((id) => !ids.includes(id)))
    fault('skus', '登録済みの種類は削除できません。販売をやめるときは「販売する」を外してください。')
  if (input.skus.length > 1 && input.sku_parent_item_name1 === null && input.sku_parent_item_name2 === null)
    fault('sku_parent_item_name1', '種類が2つ以上あるときは、規格の名前(香り、内容量など)を入力してください。')
  const paths = input.pictures.map(({ path }) => path)
  paths.forEach((path, n) => {
    if (paths.indexOf(path) !== n) fault(`pictures.${n}.alt`, '同じ写真が2枚あります。1枚を外してください。')
  })
  if (input.use_image_path !== null && !paths.includes(input.use_image_path))
    fault('use_image_path', 'この商品の写真から選び直してください。')
  input.lasting_questions?.forEach(({ options }, n) => {
    const names = options.map(({ option }) => option)
    names.forEach((name, of) => {
      if (names.indexOf(name) !== of) fault(`lasting_questions.${n}.options.${of}.option`, '同じ選択肢が2つあります。')
    })
  })
  const codes = new Set<string>()
  const choices = new Set<string>()
  input.skus.forEach((sku, n) => {
    const at = (name: string) => `skus.${n}.${name}`
    if (sku.id !== null && (!saved.includes(sku.id) || ids.indexOf(sku.id) !== ids.lastIndexOf(sku.id)))
      fault(at('product_code'), 'この種類はこの商品のものではありません。画面を読み込み直してください。')
    if (sku.image_path !== null && !paths.includes(sku.image_path))
      fault(at('image_path'), 'この商品の写真から選び直してください。')
    if (codes.has(sku.product_code)) fault(at('product_code'), 'ほかの種類と同じ商品コードです。')
    codes.add(sku.product_code)
    for (const axis of [1, 2] as const) {
      const [name, chosen] = [input[`sku_parent_item_name${axis}`], sku[`set_item_name${axis}`]]
      if (name !== null && chosen === null)
        fault(at(`set_item_name${axis}`), `${name}を入力してください。`, 'cmn-err-001')
      if (name === null && chosen !== null)
        fault(at(`set_item_name${axis}`), `先に規格${axis}の名前(香り、内容量など)を入力してください。`)
    }
    const choice = JSON.stringify([sku.set_item_name1, sku.set_item_name2])
    const axis = input.sku_parent_item_name1 !== null ? 1 : input.sku_parent_item_name2 !== null ? 2 : null
    if (choices.has(choice) && axis !== null) fault(at(`set_item_name${axis}`), 'ほかの種類と同じ選択肢です。')
    choices.add(choice)
    faults.push(...stepFaults(sku, isSubscription, n), ...partFaults(sku, n))
    sku.costs?.forEach(({ cost_from }, of) => {
      if (of > 0 && cost_from <= sku.costs![of - 1]!.cost_from)
        fault(`skus.${n}.costs.${of}.cost_from`, '前の原価より後の日にしてください。')
    })
    const { lasting_days: typical, lasting_days_short: short = null, lasting_days_long: long = null } = sku
    if (typical === null && (short ?? long) !== null)
      fault(at('lasting_days'), '先に、ふつうの方の目安を入力してください。')
    if (typical !== null && short !== null && short > typical)
      fault(at('lasting_days_short'), '使い切る目安より短い日数にしてください。')
    if (typical !== null && long !== null && long < typical)
      fault(at('lasting_days_long'), '使い切る目安より長い日数にしてください。')
    for (const name of ['subscription_first_price', 'subscription_price'] as const)
      if (!isSubscription && sku[name] !== null)
        fault(at(name), '定期便で販売しない商品です。空欄にするか、販売種別を変えてください。')
  })
  return faults
}

/** 数量割引: from more and more pieces on, a lower and lower price. */
function stepFaults(sku: ProductInput['skus'][number], isSubscription: boolean, n: number): FieldFailure[] {
  let [pieces, price, following] = [1, sku.price, sku.subscription_price ?? sku.price]
  return (sku.quantity_prices ?? []).flatMap((step, at) => {
    const fault = (name: string, message: string): FieldFailure[] => [
      { path: `skus.${n}.quantity_prices.${at}.${name}`, message_id: 'cmn-err-003', message },
    ]
    const faults = [
      ...(step.from_pieces <= pieces ? fault('from_pieces', '点数は、前の段階より多くしてください。') : []),
      ...(step.from_pieces > sku.sale_limit
        ? fault('from_pieces', `上限(${sku.sale_limit}個)までの点数にしてください。`)
        : []),
      ...(step.price >= price ? fault('price', '前の段階より安い価格にしてください。') : []),
      ...(step.subscription_price !== null && !isSubscription
        ? fault('subscription_price', '定期便で販売しない商品です。空欄にしてください。')
        : []),
      ...(step.subscription_price !== null && step.subscription_price >= following
        ? fault('subscription_price', '前の段階より安い定期価格にしてください。')
        : []),
    ]
    pieces = step.from_pieces
    price = step.price
    following = step.subscription_price ?? following
    return faults
  })
}

/** セットの中身. What needs the other SKUs is checked with them (`set-faults.ts`). */
function partFaults({ parts = [], stock, id }: ProductInput['skus'][number], n: number) {
  const ids = parts.map(({ product_sku_id }) => product_sku_id)
  const at = (path: string, message: string): FieldFailure => ({
    path: `skus.${n}.parts${path}`,
    message_id: 'cmn-err-003',
    message,
  })
  return [
    ...(parts.length > 0 && id === null && stock > 0
      ? [at('', 'セットの在庫は、中身の在庫で決まります。在庫は0にしてください。')]
      : []),
    ...ids.flatMap((one, at_part) =>
      ids.indexOf(one) < at_part ? [at(`.${at_part}.product_sku_id`, '同じ商品は1行にまとめてください。')] : [],
    ),
  ]
}

const between = (n: number | null, least: number, most: number) => n !== null && n >= least && n <= most
const noneOnSale = '販売する種類が1つもありません。'

interface Showable {
  /** Number of its SKUs on sale. */
  on_sale: number
}

/** 公開できない理由: what keeps a product out of the shop even if it is set to visible. */
export const publicationObstacles = ({ on_sale }: Showable): string[] => (on_sale === 0 ? [noneOnSale] : [])

/** 在庫の状態 of a SKU. `low_stock`: number of pieces that counts as few. */
export const stockStateOf = ({ stock, low_stock }: { stock: number; low_stock: number }) =>
  stock <= 0 ? 'out' : stock <= low_stock ? 'low' : 'in_stock'
