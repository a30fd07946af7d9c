import type { Store } from '../core/store.ts'

/** The relation of a user to the shop's official account; `blocked` was a friend before. */
export type Friendship = 'none' | 'friend' | 'blocked'

export type LineUser = {
  /** `U` and 32 hex digits, the same for all channels of one LINE provider. */
  id: string
  name: string
  email: string | null
  friendship: Friendship
  /** What this user is useful for; shown to people. */
  note: string
}

/** `before` and `after` differ; the source of a follow or unfollow event. */
export type FriendshipChange = { user: LineUser; before: Friendship; after: Friendship }

const id = (digit: string) => `U${digit.repeat(32)}`

/** The sandbox's LINE users. The shop's demo data has a member for the fifth. */
const PEOPLE: readonly LineUser[] = [
  { id: id('1'), name: '椿 花子', email: 'hanako@line.example', friendship: 'friend', note: '友だち。会員ではない' },
  { id: id('2'), name: '白石 太郎', email: 'taro@line.example', friendship: 'none', note: '友だちではない' },
  { id: id('3'), name: '黒田 次郎', email: 'jiro@line.example', friendship: 'blocked', note: 'ブロックしている' },
  { id: id('4'), name: '葉月', email: null, friendship: 'friend', note: '友だち。メールアドレスがない' },
  {
    id: id('5'),
    name: '宮良 美咲',
    email: 'misaki@line.example',
    friendship: 'friend',
    note: '友だち。見本の会員と連携済み',
  },
  { id: id('6'), name: '春日 一', email: 'hajime@line.example', friendship: 'friend', note: '友だち。連携の試し用' },
]

export type Users = {
  all(): LineUser[]
  get(id: string): LineUser | undefined
  setFriendship(id: string, friendship: Friendship): LineUser | undefined
  /** Called for every change of friendship, whatever caused it. */
  onChange(listener: (change: FriendshipChange) => void): void
}

/** Users and whether they follow the official account: the single source for LINE Login, LIFF and the Messaging API. */
export function lineUsers(store: Store): Users {
  const users = store.collection<LineUser>('line.users')
  const listeners: ((change: FriendshipChange) => void)[] = []
  /** Creates them again after a reset. */
  const settle = () =>
    store.atomic(() => {
      if (users.count() === 0) for (const one of PEOPLE) users.put(one.id, one)
    })
  return {
    all() {
      settle()
      return users.all()
    },
    get(user) {
      settle()
      return users.get(user)
    },
    setFriendship(user, after) {
      settle()
      const found = users.get(user)
      if (found === undefined || found.friendship === after) return found
      const changed = { ...found, friendship: after }
      users.put(user, changed)
      for (const listener of listeners) listener({ user: changed, before: found.friendship, after })
      return changed
    },
    onChange: (listener) => void listeners.push(listener),
  }
}
