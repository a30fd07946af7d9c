import type { Api } from '@kushi/contract/client'
import type { Category, Worry } from '@kushi/contract/product'
import type { Shop } from '@kushi/contract/setting'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { dialogLook } from '../ui/dialog-look.ts'
import { Icon } from '../ui/icon.tsx'
import { loginEntry, openEntries, shoppingEntries, worryEntries } from './menu-entries.ts'
import { MenuGroup } from './menu-group.tsx'
import { SearchForm } from './search-form.tsx'

export interface EarlyMenu {
  shop: Shop | null
  categories: readonly Category[]
  worries: readonly Worry[]
}

/**
 * A list without goods: it has all categories and worries, but finding the goods of a large catalogue (20,000) takes 0.2 s,
 * which every page would wait for.
 */
const noGoods = { per_page: 1, category: '-' }

/** Without its answer, the menu has only what every shop has. */
export const loadEarlyMenu = (api: Api) =>
  api('GET /v1/product', { query: noGoods }).catch(() => ({ categories: [], worries: [] }))

/** Where `header.tsx` leaves room. Only the server fills it in, so the menu costs no code and is not hydrated. */
const PLACE = '<div id="early-menu"></div>'

/** Adds the menu that a press opens before its code is there: what is the same for every visitor. */
export const withEarlyMenu = (html: string, menu: EarlyMenu): string =>
  html.replace(PLACE, () => renderToStaticMarkup(<Menu {...menu} />))

const Menu = ({ shop, categories, worries }: EarlyMenu) => (
  <StaticRouter basename="/sh" location="/sh/">
    <div
      id="early-menu"
      popover="auto"
      role="dialog"
      aria-label="メニュー"
      className={`${dialogLook.popup} ${dialogLook.side}`}
    >
      <div className={dialogLook.head}>
        <h2 className={dialogLook.title}>メニュー</h2>
        {/* biome-ignore lint/a11y/noAutofocus: where the dialog puts the focus, too; only once the menu is open */}
        <button type="button" popoverTarget="early-menu" autoFocus aria-label="閉じる" className={dialogLook.close}>
          <Icon name="close" />
        </button>
      </div>
      <div className={dialogLook.content}>
        <div className="grid gap-6">
          <search className="grid gap-2">
            <SearchForm />
          </search>
          <MenuGroup label="お買いもの" entries={shoppingEntries(shop, categories)} look="large" />
          {worries.length > 0 && <MenuGroup label="悩みから探す" entries={worryEntries(worries)} look="chips" />}
          {/* The styles show one of the two, by what `press/early.ts` knows of this browser. */}
          <MenuGroup label="会員の方" entries={[{ to: '/mypage', label: 'マイページ' }, loginEntry]} />
          <MenuGroup label="ご案内" entries={openEntries} look="small" />
        </div>
      </div>
    </div>
  </StaticRouter>
)
