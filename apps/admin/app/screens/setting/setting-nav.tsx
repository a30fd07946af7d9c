import { useEffect, useRef } from 'react'
import { NavLink } from 'react-router'
import { useMay, useMe } from '../../me.ts'
import { cx } from '../../ui/cx.ts'

const groups = [
  ['shop', '店舗'],
  ['delivery', '配送'],
  ['shipping', '出荷'],
  ['payment', '支払い'],
  ['points', 'ポイント'],
  ['line', 'LINE'],
  ['search', '検索'],
  ['reminder', 'お知らせメール'],
  ['choice', '選択肢'],
  ['extensions', '拡張機能'],
  ['accounts', 'アカウント'],
  ['webhooks', '外部への通知'],
  ['conversions', '広告の送信先'],
  ['api-keys', 'APIキー'],
] as const

/** Navigation between the groups of settings, at the top of each group. */
export function SettingNav() {
  const [mayManage, mayInvite] = [useMay('account.manage'), useMay('operator.manage')]
  const { has_extension_settings } = useMe()
  const nav = useRef<HTMLElement>(null)
  // On a phone the groups are in one scrollable line. Scrolls the current group into view.
  useEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (here) nav.current!.scrollLeft = here.offsetLeft - nav.current!.offsetLeft - 48
  }, [])
  return (
    <nav
      ref={nav}
      aria-label="設定の種類"
      className="-mx-4 mb-4 flex gap-x-1 overflow-x-auto border-line border-b px-4 md:mx-0 md:flex-wrap md:px-0"
    >
      {groups
        .filter(([path]) => !['accounts', 'webhooks', 'conversions'].includes(path) || mayManage)
        .filter(([path]) => path !== 'api-keys' || mayInvite)
        .filter(([path]) => path !== 'extensions' || has_extension_settings)
        .map(([path, name]) => (
          <NavLink
            key={path}
            to={`/setting/${path}`}
            className={({ isActive }) =>
              cx(
                'tap inline-flex items-center whitespace-nowrap border-b-2 px-2 py-1.5',
                isActive ? 'border-camellia font-medium' : 'border-transparent text-muted hover:text-ink',
              )
            }
          >
            {name}
          </NavLink>
        ))}
    </nav>
  )
}
