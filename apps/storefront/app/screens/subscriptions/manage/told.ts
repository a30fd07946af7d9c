/** What has to be said after a change. */
export interface Told {
  tone: 'leaf' | 'warning' | 'danger'
  text: string
}

export const done = (text: string): Told => ({ tone: 'leaf', text })
