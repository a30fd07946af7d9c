/**
 * よくあるご質問: what stands below each `h3`, up to the next heading, opens by a press on it. HTML that a shop has folded
 * itself stays as it is.
 */
export const collapseAnswers = (html: string): string =>
  html.includes('<details')
    ? html
    : html.replace(
        /(<h3[^>]*>.*?<\/h3>)(.*?)(?=<h[1-3][\s>]|<\/?section|$)/gs,
        (_, question, answer) => `<details><summary>${question}</summary>${answer.trim()}</details>`,
      )
