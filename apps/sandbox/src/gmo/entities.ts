import type { Collection, Store } from '../core/store.ts'
import type { VaultCard } from './cards.ts'
import type { Fields } from './wire.ts'

export type Token = { token: string; card: VaultCard; cvc: boolean; issuedAt: number; usedAt: number | null }

export type Status =
  | 'UNPROCESSED'
  | 'AUTHENTICATED'
  | 'CHECK'
  | 'CAPTURE'
  | 'AUTH'
  | 'SALES'
  | 'VOID'
  | 'RETURN'
  | 'RETURNX'
  | 'SAUTH'

/** A 3-D Secure authentication in progress. `result` is empty until the customer has come back from the bank. */
export type ThreeDs = {
  transId: string
  t: string
  retUrl: string
  callbackType: '1' | '3'
  attempts: number
  result: '' | 'Y' | 'N' | 'CANCELLED' | 'NOT_ENROLLED'
}

export type Event = {
  at: string
  api: string
  jobCd: string
  amount: number
  status: Status
  tranId: string
  errInfo: string
}

export type Transaction = {
  orderId: string
  accessId: string
  accessPass: string
  jobCd: string
  status: Status
  amount: number
  tax: number
  itemCode: string
  tdFlag: string
  tds2Type: string
  tenantName: string
  enteredAt: string
  processDate: string
  method: string
  payTimes: string
  siteId: string
  memberId: string
  cardSeq: string
  card: VaultCard | null
  forward: string
  tranId: string
  approve: string
  tranDate: string
  clientFields: [string, string, string]
  clientFieldFlag: string
  threeDs: ThreeDs | null
  history: Event[]
}

/** A コンビニ transaction. `closesAt`: 23:59:59 of its last day; null before it has a number. */
export type Cvs = {
  orderId: string
  accessId: string
  accessPass: string
  status: 'UNPROCESSED' | 'REQSUCCESS' | 'PAYSUCCESS' | 'EXPIRED' | 'CANCEL'
  amount: number
  convenience: string
  confNo: string
  receiptNo: string
  customerName: string
  contact: string
  closesAt: string | null
  enteredAt: string
  paidAt: string | null
}

/** A バーチャル口座 of one transaction. `closesAt`: 23:59:59 of its last day; null before the account is issued. */
export type Ganb = {
  orderId: string
  accessId: string
  accessPass: string
  status: 'UNPROCESSED' | 'TRADING' | 'PAYSUCCESS' | 'EXPIRED' | 'STOP'
  amount: number
  accountNumber: string
  tradeDays: number
  closesAt: string | null
  enteredAt: string
  /** What came in, the oldest first. */
  transfers: { at: string; name: string; amount: number }[]
}

/** `seq` is the physical number: it never changes and is never reused for another card. */
export type MemberCard = { seq: number; card: VaultCard; cardName: string; defaultFlag: string; deleted: boolean }
export type Member = { memberId: string; memberName: string; cards: MemberCard[]; createdAt: string }
export type Wire = {
  at: string
  api: string
  orderId: string
  request: Fields
  response: Fields
  fault: string
  note: string
}

export type Entities = {
  tokens: Collection<Token>
  /** By OrderID, which is never reused; AccessID is the second key. */
  transactions: Collection<Transaction>
  /** transId → OrderID. */
  authentications: Collection<{ orderId: string }>
  /** By OrderID; AccessID is the second key. */
  cvs: Collection<Cvs>
  /** By OrderID; AccessID is the second key. */
  ganb: Collection<Ganb>
  members: Collection<Member>
  wire: Collection<Wire>
}

export function entities(store: Store): Entities {
  return {
    tokens: store.collection('gmo.tokens'),
    transactions: store.collection('gmo.transactions'),
    authentications: store.collection('gmo.authentications'),
    cvs: store.collection('gmo.cvs'),
    ganb: store.collection('gmo.ganb'),
    members: store.collection('gmo.members'),
    wire: store.collection('gmo.wire'),
  }
}
