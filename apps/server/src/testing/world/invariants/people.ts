import { closedMonth } from '../books.ts'
import { byQuery, type Invariant } from '../invariant.ts'

export const walls: readonly Invariant[] = [
  {
    words: 'A mail to one member contains nothing of another.',
    async check({ rows, people }) {
      const mails = await rows<{ id: number; to: string; text: string }>(
        `select id, payload ->> 'to' as to, payload::text as text from outbox where shop_id = 2 and payload ->> 'to' = any($1)`,
        [people.map(({ email }) => email)],
      )
      return mails.flatMap(({ id, to, text }) =>
        people
          .filter(({ email, mark }) => email !== to && text.includes(mark))
          .map(({ mark }) => `メール${id}（${to}宛）に${mark}`),
      )
    },
  },
  byQuery(
    'Each message goes once for the same cause.',
    `select dedupe_key, count(*) from outbox where shop_id = 2 and dedupe_key is not null group by 1 having count(*) > 1`,
  ),
  byQuery(
    'A payment that has begun is not forgotten: within two days it is decided.',
    `select provider_order_id, state, updated_at from payment where shop_id = 2 and state in ('intent', 'redirected', 'returned', 'void_pending')
       and updated_at < (select at from world_time) - interval '3 days'`,
  ),
]

export const books: readonly Invariant[] = [
  byQuery(
    'A journal that was given out stays the same to the byte.',
    `select e.id, e.month::text, e.program from journal_export e where e.shop_id = 2 and e.sha256 <>
       (select encode(sha256(string_agg(p.content, ''::bytea order by p.no)), 'hex') from journal_export_part p
         where p.shop_id = e.shop_id and p.journal_export_id = e.id)`,
  ),
  {
    words: 'A closed month never changes.',
    async check(world) {
      const found = []
      for (const [month, given] of world.closed) {
        const now = await closedMonth(world, month)
        if (now !== given) found.push(`${month}: ${given} → ${now}`)
      }
      return found
    },
  },
]
