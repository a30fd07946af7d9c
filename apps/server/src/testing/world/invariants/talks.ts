import type { Invariant } from '../invariant.ts'

export const talks: readonly Invariant[] = [
  {
    words: 'A talk of LINE contains nothing of a member who was never linked with it.',
    async check({ rows, people, gone, talks: linked }) {
      const all = await rows<{ id: number; to: string; text: string }>(
        `select id, payload ->> 'to' as to, payload::text as text from outbox where shop_id = 2 and kind = 'line'`,
      )
      return all.flatMap(({ id, to, text }) => {
        const own = (linked.get(to) ?? []).flatMap(({ names }) => names)
        return [...people, ...gone]
          .filter(({ mark, names }) => text.includes(mark) && !names.some((name) => own.includes(name)))
          .map(({ mark }) => `LINE${id}（${to}宛）に${mark}`)
      })
    },
  },
]
