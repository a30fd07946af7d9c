import { normalizeCouponCode } from '@kushi/values/promotion'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { browserStorage, type KeyValueStorage, readJson, writeJson } from './storage.ts'

const COUPON_KEY = 'kushi.coupons'
const KEPT_MS = 30 * 86_400_000
/** As many as an order may have. */
const MAX_CODES = 5

interface StoredCoupon {
  code: string
  until: number
}

/** null: not read yet. */
const store = createStore<{ codes: readonly string[] | null }>(() => ({ codes: null }))

const isKept = (one: Partial<StoredCoupon> | null, now: number): one is StoredCoupon =>
  typeof one?.code === 'string' && typeof one.until === 'number' && one.until > now

/** The codes in a storage that have not expired. */
export function readCoupons(storage: KeyValueStorage, now: number): StoredCoupon[] {
  const kept = readJson(storage, COUPON_KEY)
  return Array.isArray(kept) ? kept.filter((one) => isKept(one, now)) : []
}

/** Adds a code, as the last of at most five. */
export function writeCoupon(storage: KeyValueStorage, typed: string, now: number): void {
  const code = normalizeCouponCode(typed).slice(0, 40)
  if (code === '') return
  const others = readCoupons(storage, now).filter((one) => one.code !== code)
  writeJson(storage, COUPON_KEY, [...others, { code, until: now + KEPT_MS }].slice(-MAX_CODES))
}

const refresh = () => store.setState({ codes: readCoupons(browserStorage(), Date.now()).map(({ code }) => code) })

/** クーポンコード that this browser gives with quotes and orders. */
export function couponCodes(): readonly string[] {
  if (store.getState().codes === null) refresh()
  return store.getState().codes ?? []
}

export function useCoupons(): readonly string[] {
  useStore(store, ({ codes }) => codes)
  return couponCodes()
}

export function addCoupon(typed: string): void {
  writeCoupon(browserStorage(), typed, Date.now())
  refresh()
}

export function removeCoupon(code: string): void {
  const storage = browserStorage()
  const left = readCoupons(storage, Date.now()).filter((one) => one.code !== code)
  writeJson(storage, COUPON_KEY, left.length > 0 ? left : null)
  refresh()
}

/** After an order: its codes were used. */
export function forgetCoupons(): void {
  writeJson(browserStorage(), COUPON_KEY, null)
  refresh()
}

/** A link that carries codes, `?coupon=` once or more, on any page. */
export function saveCouponOf(query: URLSearchParams, keep: (typed: string) => void = addCoupon): void {
  for (const code of query.getAll('coupon')) keep(code)
}
