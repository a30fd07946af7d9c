import type { Feature } from './feature-order.ts'

/** Features whose job is to write the tables of others. */
export const across: Partial<Record<Feature, string>> = {
  membership: 'ends a membership, erases a person, or makes everything of one member another member’s',
  'move-in': 'writes the rows of another system, with their ids',
  retention: 'forgets the rows of all tables when their terms are over',
  schedule: 'writes on its day what was planned for rows of others',
}
