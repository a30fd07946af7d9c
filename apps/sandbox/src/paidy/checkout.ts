import { type Json, later, newId, type Paidy, type Payment, save } from './paidy.ts'

const DAY = 86_400_000

const isText = (value: unknown, shape = /^[\s\S]{1,255}$/): value is string =>
  typeof value === 'string' && shape.test(value)
const isYen = (value: unknown) => Number.isInteger(value) && Number(value) >= 0
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const isFamilyAndFirst = /^[^ \u3000]+[ \u3000][^ \u3000].*$/

/** What is wrong with a payload of `launch`; null: nothing. */
function objection({ amount, currency, store_name, buyer, buyer_data, order, shipping_address }: Json): string | null {
  if (!Number.isInteger(amount) || Number(amount) < 1) return 'amount'
  if (currency !== 'JPY') return 'currency'
  if (!isText(store_name)) return 'store_name'
  if (!isObject(buyer) || !isText(buyer.name1, isFamilyAndFirst) || !isText(buyer.email, /^\S+@\S+$/)) return 'buyer'
  if (buyer.name2 !== undefined && !isText(buyer.name2, /^[ァ-ヶー]+[ \u3000][ァ-ヶー]+$/)) return 'buyer.name2'
  if (buyer.phone !== undefined && !isText(buyer.phone, /^0[5789]0\d{8}$/)) return 'buyer.phone'
  if (!isObject(buyer_data) || !['age', 'order_count', 'ltv'].every((name) => isYen(buyer_data[name])))
    return 'buyer_data'
  if (!isObject(order) || !Array.isArray(order.items) || order.items.length === 0) return 'order.items'
  const items = order.items as Json[]
  if (!items.every(({ quantity, unit_price }) => Number.isInteger(quantity) && Number.isInteger(unit_price)))
    return 'order.items'
  if (!isYen(order.shipping) || !isYen(order.tax)) return 'order.shipping, order.tax'
  const goods = items.reduce((total, { quantity, unit_price }) => total + Number(quantity) * Number(unit_price), 0)
  if (goods + Number(order.shipping) + Number(order.tax) !== amount) return 'amount: 明細の合計と合わない'
  if (!isText(order.order_ref)) return 'order.order_ref'
  if (!isObject(shipping_address) || !isText(shipping_address.zip, /^\d{3}-\d{4}$/)) return 'shipping_address.zip'
  if (!isText(shipping_address.state) || !isText(shipping_address.city)) return 'shipping_address'
  return null
}

/** What Paidy decides in the window: a payment, or why the page's payload is wrong. */
export function decide(paidy: Paidy, { api_key, payload, decision }: Json): Payment | string {
  if (api_key !== paidy.config.publicKey) return 'api_key'
  if (!isObject(payload)) return 'payload'
  const wrong = objection(payload)
  if (wrong !== null) return wrong
  const isRejected = decision === 'reject'
  const now = paidy.now()
  const one: Payment = {
    id: newId('pay'),
    created_at: now.toISOString(),
    expires_at: later(now, paidy.config.authorizationDays * DAY),
    amount: Number(payload.amount),
    currency: 'JPY',
    description: String(payload.description ?? ''),
    store_name: String(payload.store_name),
    test: paidy.config.publicKey.startsWith('pk_test_'),
    status: isRejected ? 'rejected' : 'authorized',
    tier: 'classic',
    buyer: payload.buyer as Json,
    order: payload.order as Payment['order'],
    shipping_address: payload.shipping_address as Json,
    captures: [],
    refunds: [],
    metadata: isObject(payload.metadata) ? payload.metadata : {},
    history: [],
  }
  return save(paidy, one, isRejected ? '審査で断った' : 'お客様が承認した')
}

/** Stands in for `paidy.js`: a dialog in the page, in which the customer approves, is refused, or closes. */
export const PAIDY_SCRIPT = `(function () {
  'use strict'
  var own = document.currentScript && document.currentScript.src
  var checkout = own ? new URL('checkout', own).href : '/sandbox/paidy/checkout'
  function configure(config) {
    if (!/^pk_/.test(config.api_key) || typeof config.closed !== 'function') throw new Error('Paidy.configure: api_key, closed')
    return { launch: function (payload) { launch(config, payload) } }
  }
  function launch(config, payload) {
    var dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'ペイディ')
    dialog.style.cssText = 'box-sizing:border-box;margin:auto;width:min(400px,calc(100vw - 32px));padding:24px;border:1px solid #d9d9de;border-radius:12px;font:16px/1.6 sans-serif;color:#222;background:#fff'
    function add(tag, text, press) {
      var element = document.createElement(tag)
      element.textContent = text
      if (press) {
        element.type = 'button'
        element.style.cssText = 'display:block;width:100%;min-height:48px;margin-top:8px;border:1px solid #888;border-radius:8px;background:#fff;font:inherit'
        element.addEventListener('click', press)
      }
      dialog.appendChild(element)
      return element
    }
    var isDone = false
    function end(answer) {
      if (isDone) return
      isDone = true
      dialog.close()
      dialog.remove()
      if (answer) config.closed(answer)
    }
    function decide(decision, isSilent) {
      return function () {
        fetch(checkout, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ api_key: config.api_key, payload: payload, decision: decision })
        }).then(function (response) { return response.json() }).then(function (one) {
          if (one.wrong) { note.textContent = '送られた内容が正しくありません: ' + one.wrong; return }
          end(isSilent ? null : { id: one.id, amount: one.amount, currency: one.currency, created_at: one.created_at, status: one.status })
        })
      }
    }
    add('p', 'ペイディ（代役）')
    add('p', payload.store_name + ' ' + payload.amount + '円')
    var note = add('p', '')
    note.setAttribute('role', 'status')
    add('button', '承認する', decide('approve'))
    add('button', '審査に通らない', decide('reject'))
    add('button', '承認して、通信が途切れる', decide('approve', true))
    add('button', 'やめる', function () { end({ status: 'closed' }) })
    dialog.addEventListener('cancel', function (event) { event.preventDefault(); end({ status: 'closed' }) })
    document.body.appendChild(dialog)
    dialog.showModal()
  }
  window.Paidy = { configure: configure }
})()
`
