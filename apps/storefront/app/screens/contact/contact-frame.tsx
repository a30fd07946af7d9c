import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/heading.tsx'
import { Page } from '../../ui/page.tsx'
import { Steps } from '../../ui/steps.tsx'

const steps = ['入力', '確認', '完了']

interface ContactFrameProps {
  step: 0 | 1 | 2
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** The frame of the three screens of an inquiry. */
export const ContactFrame = ({ step, title, lead, children }: ContactFrameProps) => (
  <Page width="form">
    <PageHeading lead={lead}>{title}</PageHeading>
    <div className="pb-8">
      <Steps steps={steps} current={step} />
    </div>
    {children}
  </Page>
)
