import type { Move } from '../move.ts'
import { account } from './account.ts'
import { cash } from './cash.ts'
import { contractMoves } from './contracts.ts'
import { days } from './days.ts'
import { desk } from './desk.ts'
import { everyCall } from './every-call.ts'
import { leaving } from './leaving.ts'
import { line } from './line.ts'
import { moveIn } from './move-in.ts'
import { office } from './office.ts'
import { pages } from './pages.ts'
import { shipping } from './shipping.ts'
import { shopping } from './shopping.ts'
import { visitors } from './visitors.ts'
import { yearly } from './yearly.ts'

/** Everybody's moves, by family; the share of each family is thrown for each story. */
export const families = {
  days,
  shopping,
  pages,
  contracts: contractMoves,
  yearly,
  cash,
  line,
  visitors,
  account,
  desk,
  office,
  leaving,
  moveIn,
  shipping,
  everyCall,
} as const satisfies Record<string, Move[]>
export type Family = keyof typeof families

export const moves = new Map<string, Move>(
  Object.values(families)
    .flat()
    .map((move) => [move.name, move]),
)
