import type { Move } from '../move.ts'
import { HOMES, PASSWORD } from '../world.ts'
import { pay, wantedBy } from './shopping.ts'

/** Who come without being members, and register with their purchase. */
const VISITORS = ['勅使河原', '東海林']

export const visitors: Move[] = [
  {
    name: 'a visitor registers and buys',
    weight: 3,
    async run(world, random) {
      const mark = VISITORS.find((one) => !world.known(one))
      if (!mark) return null
      const [code, rest, pref_id, town] = random.pick(HOMES)
      const email = `visitor${VISITORS.indexOf(mark)}@example.com`
      const made = await world.call(null, 'POST /v1/customer/new', {
        body: {
          name01: mark,
          name02: '花',
          kana01: 'めん',
          kana02: 'ばあ',
          postal_code01: code,
          postal_code02: rest,
          pref_id,
          addr01: town,
          addr02: `${mark}荘`,
          addr03: '',
          phone_number: `0903000${random.between(1000, 9999)}`,
          birthday: null,
          sex: null,
          account_type: false,
          company_name: '',
          company_name_kana: '',
          manager_name: '',
          manager_name_kana: '',
          where_did_you_know: null,
          mail_magazine_flag: random.chance(0.5),
          email,
          email_confirm: email,
          password: PASSWORD,
          password_confirm: PASSWORD,
          terms_agreed: true,
          idempotency_key: world.key(random),
        } as never,
      })
      if (made.status !== 200) return `${mark}が登録しようとして断られる（${made.status} ${world.said.at(-1)?.error}）`
      const { access_token: token, customer } = made.data
      const person = { id: customer.id, mark, names: [mark], email, password: PASSWORD, token }
      world.people.push(person)
      world.meet(`C${person.id}`, ['購入時の登録'])
      const wanted = await wantedBy(world, person, random)
      const order_no = wanted ? await pay(world, person, wanted.draft, random) : null
      if (order_no) world.meet(order_no, wanted!.features)
      return `${mark}が登録して${order_no ? `注文する（${order_no}）` : '、注文しない'}`
    },
  },
]
