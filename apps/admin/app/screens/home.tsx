import { Link } from 'react-router'
import { useMe } from '../me.ts'
import { menuFor } from '../menu.ts'
import { Page } from '../ui/page.tsx'
import { sayDate } from '../ui/time.tsx'

/** The way to everything that this person may do. */
export function Component() {
  const me = useMe()
  const entries = menuFor(me.permissions).filter(({ path }) => path !== '/')
  return (
    <Page title={`${sayDate(me.today)}の${me.shop.shop_name}`}>
      <ul className="grid gap-2 md:grid-cols-3">
        {entries.map(({ path, label }) => (
          <li key={path}>
            <Link to={path} className="block rounded-base border border-line bg-surface px-4 py-3 hover:border-ink">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
