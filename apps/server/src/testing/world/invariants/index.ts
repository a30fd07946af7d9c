import type { Invariant } from '../invariant.ts'
import { erasure } from './erasure.ts'
import { figures } from './figures.ts'
import { goods } from './goods.ts'
import { money } from './money.ts'
import { books, walls } from './people.ts'
import { promises } from './promises.ts'
import { texts } from './texts.ts'

export const invariants: readonly Invariant[] = [
  ...money,
  ...goods,
  ...promises,
  ...texts,
  ...figures,
  ...walls,
  ...erasure,
  ...books,
]
