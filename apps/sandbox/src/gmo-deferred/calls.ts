import { type Finding, VERDICTS } from '../core/examination.ts'
import { Refused, readBuyer, readDelivery, readMoney } from './check.ts'
import { author, type GmoDeferred, record, type Transaction } from './gmo-deferred.ts'
import { child, type Element, type Tree, textOf } from './xml.ts'

/**
 * One call: takes the request, returns the body of `transactionResult` or `transactionInfo`; rejections are thrown as
 * Refused.
 */
type Call = (gmo: GmoDeferred, request: Element) => Tree

const CARRIERS = ['11', '12', '14', '16', '18', '99']
const AUTHORS = { ok: 'OK', ng: 'NG', held: '審査中', waiting: '審査中' } as const
const REASONS = { limit: '上限金額の超過', address: '住所の確認', phone: '電話番号の確認', person: 'その他' } as const

function refuse(codes: string[]): void {
  if (codes.length > 0) throw new Refused(...new Set(codes))
}

function find(gmo: GmoDeferred, of: Element | undefined): Transaction {
  const one = gmo.transactions.get(textOf(of, 'gmoTransactionId'))
  if (one === undefined) throw new Refused('CT9040')
  return one
}

function findStanding(gmo: GmoDeferred, of: Element | undefined): Transaction {
  const one = find(gmo, of)
  if (one.cancelledAt !== '') throw new Refused('CT9041')
  if (one.paidAt !== '') throw new Refused('CT9045')
  return one
}

/** 自動審査: its result holds until a person decides or the transaction is changed. */
function examine(gmo: GmoDeferred, one: Transaction): void {
  const open = gmo.transactions
    .all()
    .filter(({ gmoId, buyer }) => gmoId !== one.gmoId && buyer.tel === one.buyer.tel)
    .filter((other) => author(other) !== 'NG' && other.cancelledAt === '' && other.paidAt === '')
    .reduce((sum, { amount }) => sum + amount, 0)
  const { limit } = gmo.config
  const finding: Finding = gmo.examination.examine({
    name: one.buyer.name,
    phone: one.buyer.tel,
    amount: one.amount,
    open,
    limit,
  })
  one.auto = AUTHORS[finding.verdict]
  one.manual = ''
  // 審査前 is decided at the next query.
  one.reason = finding.verdict === 'waiting' ? VERDICTS.waiting : finding.reason === null ? '' : REASONS[finding.reason]
}

const transactionResult = (one: Transaction): Tree => ({
  transactionResult: { shopTransactionId: one.shopId, gmoTransactionId: one.gmoId, authorResult: author(one) },
})
const transactionInfo = (one: Transaction): Tree => ({ transactionInfo: { gmoTransactionId: one.gmoId } })

const register: Call = (gmo, request) => {
  const buyer = child(request, 'buyer')
  const delivery = child(child(request, 'deliveries'), 'delivery')
  const { person, email, wrong } = readBuyer(buyer)
  const to = readDelivery(delivery)
  const money = readMoney(buyer, delivery)
  const codes = [...wrong, ...to.wrong, ...money.wrong]
  const shopId = textOf(buyer, 'shopTransactionId')
  const orderDate = textOf(buyer, 'shopOrderDate')
  const paymentType = textOf(buyer, 'paymentType')
  if (!/^[\w-]{1,40}$/.test(shopId)) codes.push('CT9010')
  if (!/^\d{4}\/\d{2}\/\d{2}$/.test(orderDate)) codes.push('CT9011')
  if (paymentType !== '2' && paymentType !== '3') codes.push('CT9033')
  refuse(codes)
  const gmoId = `G${String(gmo.store.next('gmo-deferred.number')).padStart(10, '0')}`
  const one: Transaction = {
    gmoId,
    shopId,
    orderDate,
    amount: money.amount,
    paymentType,
    buyer: person,
    email,
    delivery: to.person,
    details: money.details,
    auto: '審査中',
    manual: '',
    reason: '',
    carrier: '',
    slipNo: '',
    shippedAt: '',
    paidAt: '',
    cancelledAt: '',
    history: [],
  }
  examine(gmo, one)
  record(gmo, one, 'transaction.do', `登録 → ${author(one)}`)
  return transactionResult(one)
}

/** By gmoTransactionId or by the shop's own number; if several have the same number, the newest. */
const getAuthor: Call = (gmo, request) => {
  const given = child(request, 'transaction')
  const shopId = textOf(given, 'shopTransactionId')
  const one = shopId === '' ? find(gmo, given) : gmo.transactions.byRef(shopId).at(-1)
  if (one === undefined) throw new Refused('CT9040')
  if (one.cancelledAt !== '') throw new Refused('CT9041')
  if (author(one) === '審査中' && one.reason === VERDICTS.waiting) {
    Object.assign(one, { manual: 'OK', reason: '' })
    record(gmo, one, 'getauthor.do', '審査 → OK')
  }
  return {
    transactionResult: {
      gmoTransactionId: one.gmoId,
      shopTransactionId: one.shopId,
      autoAuthorResult: one.auto,
      maulAuthorResult: one.manual,
      reasons: { reason: one.reason },
      billedAmount: String(one.amount),
    },
  }
}

/** updateKind 1 changes the given fields and examines again, 2 cancels. */
const modifyOrCancel: Call = (gmo, request) => {
  const buyer = child(request, 'buyer')
  const kind = textOf(child(request, 'kindInfo'), 'updateKind')
  const one = findStanding(gmo, buyer)
  if (one.shippedAt !== '') throw new Refused('CT9042')
  if (kind === '2') {
    one.cancelledAt = gmo.now().toISOString()
    record(gmo, one, 'modifycanceltransaction.do', 'キャンセル')
    return transactionResult(one)
  }
  if (kind !== '1') throw new Refused('CT9034')
  const delivery = child(child(request, 'deliveries'), 'delivery')
  const codes: string[] = []
  if (child(buyer, 'fullName') !== undefined) {
    const { person, email, wrong } = readBuyer(buyer)
    codes.push(...wrong)
    Object.assign(one, { buyer: person, email })
  }
  if (child(delivery, 'deliveryCustomer') !== undefined) {
    const { person, wrong } = readDelivery(delivery)
    codes.push(...wrong)
    one.delivery = person
  }
  const money = readMoney(buyer, delivery)
  refuse([...codes, ...money.wrong])
  Object.assign(one, { amount: money.amount, details: money.details })
  examine(gmo, one)
  record(gmo, one, 'modifycanceltransaction.do', `変更 ${money.amount}円 → ${author(one)}`)
  return transactionResult(one)
}

function readParcel(of: Element | undefined): { carrier: string; slipNo: string } {
  const carrier = textOf(of, 'pdcompanycode')
  const slipNo = textOf(of, 'slipno')
  refuse([
    ...(CARRIERS.includes(carrier) ? [] : ['CT9050']),
    ...(/^[0-9A-Za-z-]{1,20}$/.test(slipNo) ? [] : ['CT9051']),
  ])
  return { carrier, slipNo }
}

const ship: Call = (gmo, request) => {
  const given = child(request, 'transaction')
  const one = findStanding(gmo, given)
  if (one.shippedAt !== '') throw new Refused('CT9042')
  if (author(one) !== 'OK') throw new Refused('CT9044')
  Object.assign(one, { ...readParcel(given), shippedAt: gmo.now().toISOString() })
  record(gmo, one, 'pdrequest.do', `出荷報告 ${one.slipNo}。請求書を送ります`)
  return transactionInfo(one)
}

/** updateKind 1 changes carrier and number, 2 withdraws the report. */
const modifyOrCancelShipment: Call = (gmo, request) => {
  const given = child(request, 'transaction')
  const kind = textOf(child(request, 'kindInfo'), 'updateKind')
  const one = findStanding(gmo, given)
  if (one.shippedAt === '') throw new Refused('CT9043')
  if (kind === '1') Object.assign(one, readParcel(given))
  else if (kind === '2') Object.assign(one, { carrier: '', slipNo: '', shippedAt: '' })
  else throw new Refused('CT9034')
  record(gmo, one, 'modifycancelpdrequest.do', kind === '1' ? `出荷報告の修正 ${one.slipNo}` : '出荷報告の取り消し')
  return transactionInfo(one)
}

/** 入金状況: empty before the bill is issued, 0 unpaid, 2 paid. */
const paymentStatus: Call = (gmo, request) => {
  const one = find(gmo, child(request, 'transaction'))
  const status = one.paidAt !== '' ? '2' : one.shippedAt !== '' ? '0' : ''
  return {
    transactionResult: { gmoTransactionId: one.gmoId, paymentStatus: status, decisionDate: one.paidAt.slice(0, 10) },
  }
}

export const CALLS: Record<string, Call> = {
  'transaction.do': register,
  'getauthor.do': getAuthor,
  'modifycanceltransaction.do': modifyOrCancel,
  'pdrequest.do': ship,
  'modifycancelpdrequest.do': modifyOrCancelShipment,
  'getdefpaymentstatus.do': paymentStatus,
}
