import type { Delivery, DeliveryTime } from '@kushi/contract/delivery'
import type { MemberForm } from '@kushi/contract/form/member'
import type { DeliveryPattern } from '@kushi/contract/order'
import type { PaymentMethod } from '@kushi/contract/setting'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { lineStore } from './line.ts'
import { newKey } from './new-key.ts'
import { type KeyValueStorage, readJson, writeJson } from './storage.ts'

const KEY = 'kushi.register.key'

/** The idempotency key of a registration: the same for this e-mail until it succeeds, also after a reload. */
export function registerKeyFor(storage: KeyValueStorage, email: string): string {
  const known = readJson(storage, KEY) as { email?: string; key?: string } | null
  if (known?.email === email && typeof known.key === 'string') return known.key
  const key = newKey()
  writeJson(storage, KEY, { email, key })
  return key
}

export const forgetRegisterKey = (storage: KeyValueStorage) => writeJson(storage, KEY, null)

export const REGISTER_KEY = 'kushi.register'

/** The guest's input so far, without the password, which is never stored. `line_id`: the guest came through LINE. */
export type RegisterCustomer = Partial<Omit<MemberForm, 'password'>> & { line_id?: string }

export interface RegisterState {
  customer: RegisterCustomer | null
  shippingMethods: Delivery[]
  paymentMethods: PaymentMethod[]
  desiredDeliveryDays: string[]
  desiredDeliveryTimeZone: DeliveryTime[]
  shipping_fee: number | null
  /** お届け間隔, first chosen on a product page; the same for all items of a subscription order. */
  delivery_pattern: DeliveryPattern | null
  /** お使い方のお返事 of the product pages, by SKU: each by question, null where nothing was chosen. */
  lasting_answers: Record<number, readonly (string | null)[]>
}

export const nothingRegistered: RegisterState = {
  customer: null,
  shippingMethods: [],
  paymentMethods: [],
  desiredDeliveryDays: [],
  desiredDeliveryTimeZone: [],
  shipping_fee: null,
  delivery_pattern: null,
  lasting_answers: {},
}

/** The current purchase. It survives a reload and the back button. */
export const registerStore = createStore<RegisterState>(() => nothingRegistered)
export const useRegister = <T>(pick: (state: RegisterState) => T) => useStore(registerStore, pick)

/**
 * Starts or continues the draft of a new customer. The guard checks for this saved customer before a purchase, so that
 * a new customer can skip the login.
 */
export function beginAsNewcomer(): void {
  const line_id = lineStore.getState().account?.line_id
  registerStore.setState(({ customer }) => ({ customer: { ...customer, ...(line_id ? { line_id } : {}) } }))
}

type StoredRegistration = Pick<RegisterState, 'customer' | 'shipping_fee' | 'delivery_pattern' | 'lasting_answers'>

/** Restores a purchase from local storage. */
export function restoreRegister(storage: KeyValueStorage): void {
  const saved = readJson(storage, REGISTER_KEY) as Partial<StoredRegistration> | null
  if (saved) registerStore.setState({ ...nothingRegistered, ...saved })
}

/** Restores the purchase, and stores every change. */
export function saveRegister(storage: KeyValueStorage): void {
  restoreRegister(storage)
  registerStore.subscribe(({ customer, shipping_fee, delivery_pattern, lasting_answers }) => {
    const isAnswered = Object.keys(lasting_answers).length > 0
    const isEmpty = customer === null && shipping_fee === null && delivery_pattern === null && !isAnswered
    const saved: StoredRegistration = { customer, shipping_fee, delivery_pattern, lasting_answers }
    writeJson(storage, REGISTER_KEY, isEmpty ? null : saved)
  })
}
