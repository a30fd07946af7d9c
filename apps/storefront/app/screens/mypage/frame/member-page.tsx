import type { ReactNode } from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { PageHeading } from '../../../ui/heading.tsx'
import { Page } from '../../../ui/page.tsx'
import { MemberNav } from './member-nav.tsx'

interface MemberPageProps {
  title: string
  lead?: ReactNode
  /** The screen above this one, below my page itself. */
  parent?: { label: string; to: string }
  children: ReactNode
}

/** A screen of my page: the way back on top, my page's entries beside it where there is room. */
export const MemberPage = ({ title, lead, parent, children }: MemberPageProps) => (
  <Page>
    <div className="pt-2">
      <Breadcrumb crumbs={[{ label: 'マイページ', to: '/mypage' }, ...(parent ? [parent] : []), { label: title }]} />
    </div>
    <div className="md:grid md:grid-cols-[200px_1fr] md:gap-12 lg:gap-16">
      <div className="pt-10 max-md:hidden">
        <MemberNav />
      </div>
      <div className="min-w-0 max-w-text">
        <PageHeading lead={lead}>{title}</PageHeading>
        {children}
      </div>
    </div>
  </Page>
)
