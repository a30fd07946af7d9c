import type { Member, Transaction } from './entities.ts'
import { GmoError } from './errors.ts'
import type { Gmo } from './gmo.ts'
import type { Fields } from './wire.ts'

/** Collects all errors of the fields: the gateway reports them together. */
export class Check {
  readonly #infos: string[] = []
  readonly #fields: Fields

  constructor(fields: Fields) {
    this.#fields = fields
  }

  value(name: string): string {
    return this.#fields[name] ?? ''
  }

  refuse(info: string, when = true): void {
    if (when && !this.#infos.includes(info)) this.#infos.push(info)
  }

  /** Adds an error if the field is missing or malformed. Returns the value. */
  required(name: string, missing: string, form?: RegExp, malformed = missing): string {
    const value = this.value(name)
    this.refuse(missing, value === '')
    if (form !== undefined) this.refuse(malformed, value !== '' && !form.test(value))
    return value
  }

  optional(name: string, form: RegExp, malformed: string): string {
    const value = this.value(name)
    this.refuse(malformed, value !== '' && !form.test(value))
    return value
  }

  /** Throws the collected errors. */
  done(): void {
    if (this.#infos.length > 0) throw new GmoError(...this.#infos)
  }
}

export function checkShop(gmo: Gmo, check: Check): void {
  const id = check.required('ShopID', 'E01010001', /^[0-9A-Za-z]{1,13}$/, 'E01010008')
  const pass = check.required('ShopPass', 'E01020001', /^[0-9A-Za-z]{1,10}$/, 'E01020008')
  if (id !== '' && pass !== '') check.refuse('E01030002', id !== gmo.config.shopId || pass !== gmo.config.shopPass)
}

export function checkSite(gmo: Gmo, check: Check): void {
  const id = check.required('SiteID', 'E01190001', /^[0-9A-Za-z]{1,13}$/, 'E01190008')
  const pass = check.required('SitePass', 'E01200001', /^[0-9A-Za-z]{1,20}$/, 'E01200008')
  if (id !== '' && pass !== '') check.refuse('E01210002', id !== gmo.config.siteId || pass !== gmo.config.sitePass)
}

export function checkOrderId(check: Check): string {
  const orderId = check.required('OrderID', 'E01040001')
  check.refuse('E01040003', orderId.length > 27)
  check.refuse('E01040013', !/^[0-9A-Za-z-]*$/.test(orderId))
  return orderId
}

export function checkMemberId(check: Check): string {
  const memberId = check.required('MemberID', 'E01220001')
  check.refuse('E01220005', memberId.length > 60)
  check.refuse('E01220008', !/^[0-9A-Za-z@._-]*$/.test(memberId))
  return memberId
}

export function checkAmount(check: Check, required: boolean): number {
  const amount = check.value('Amount')
  check.refuse('E01060001', required && amount === '')
  check.refuse('E01060006', !/^\d*$/.test(amount))
  check.refuse('E01060005', /^\d{8,}$/.test(amount) || (required && /^0+$/.test(amount)))
  const tax = check.value('Tax')
  check.refuse('E01070006', !/^\d*$/.test(tax))
  check.refuse('E01070005', /^\d{8,}$/.test(tax))
  check.refuse(
    'E01490005',
    Number(amount) <= 9_999_999 && Number(tax) <= 9_999_999 && Number(amount) + Number(tax) > 9_999_999,
  )
  return Number(amount)
}

/** The transaction that AccessID and AccessPass identify together. */
export function checkAccess(gmo: Gmo, check: Check): Transaction | undefined {
  const id = check.required('AccessID', 'E01090001', /^[0-9A-Za-z]{32}$/, 'E01090008')
  const pass = check.required('AccessPass', 'E01100001', /^[0-9A-Za-z]{32}$/, 'E01100008')
  if (id === '' || pass === '') return undefined
  const found = gmo.entities.transactions.byRef(id)[0]
  check.refuse('E01110002', found === undefined || found.accessPass !== pass)
  return found
}

export function findMember(gmo: Gmo, memberId: string): Member {
  const member = gmo.entities.members.get(memberId)
  if (member === undefined) throw new GmoError('E01390002')
  return member
}
