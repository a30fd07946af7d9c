import { CHOICE_LISTS } from '@kushi/contract/admin/choice-setting'
import { Link } from 'react-router'
import { Page, Section } from '../../ui/page.tsx'
import { SettingNav } from './setting-nav.tsx'

const all = Object.entries(CHOICE_LISTS)

/** 選択肢: the lists of choices in forms. */
export function Component() {
  return (
    <Page title="選択肢の設定">
      <SettingNav />
      <Section title="変えられる選択肢">
        <Lists lists={all.filter(([, { kind }]) => kind !== 'fixed')} />
      </Section>
      <Section title="変えられない選択肢">
        <Lists lists={all.filter(([, { kind }]) => kind === 'fixed')} />
      </Section>
    </Page>
  )
}

function Lists({ lists }: { lists: typeof all }) {
  return (
    <ul className="divide-y divide-line">
      {lists.map(([name, { label, note }]) => (
        <li key={name} className="flex flex-wrap items-baseline gap-x-4 py-1.5">
          <Link to={`/setting/choice/${name}`} className="text-link w-48">
            {label}
          </Link>
          <span className="text-muted text-xs">{note}</span>
        </li>
      ))}
    </ul>
  )
}
