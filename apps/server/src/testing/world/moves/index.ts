import type { Move } from '../move.ts'
import { contractMoves } from './contracts.ts'
import { days } from './days.ts'
import { desk } from './desk.ts'
import { everyCall } from './every-call.ts'
import { office } from './office.ts'
import { shopping } from './shopping.ts'

/** Everybody's moves, by family; the share of each family is thrown for each story. */
export const families = { days, shopping, contracts: contractMoves, desk, office, everyCall } as const satisfies Record<
  string,
  Move[]
>
export type Family = keyof typeof families

export const moves = new Map<string, Move>(
  Object.values(families)
    .flat()
    .map((move) => [move.name, move]),
)
