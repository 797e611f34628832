// The commands of a page of documentation, with the answers that it shows for them.

const FENCE = /^```(\w*)([^\n]*)\n([^]*?)^```$/gm;
const COMMANDS = ['sh', 'python'];
const ANSWERS = ['json', 'csv', 'text'];

/**
 * The blocks of commands of a page, in order. A block of an answer that follows one with blank lines alone between belongs to it.
 * `skip="reason"` after the language keeps a block from being run.
 * @returns {{language: string, code: string, line: number, skip?: string, answer?: {language: string, text: string}}[]}
 */
export function readCommands(markdown) {
  const commands = [];
  let endOfCommand = -1;
  for (const match of markdown.matchAll(FENCE)) {
    const [block, language, rest, code] = match;
    if (COMMANDS.includes(language)) {
      const line = markdown.slice(0, match.index).split('\n').length;
      commands.push({ language, code, line, skip: /skip="([^"]+)"/.exec(rest)?.[1] });
      endOfCommand = match.index + block.length;
    } else if (ANSWERS.includes(language) && endOfCommand >= 0) {
      const follows = markdown.slice(endOfCommand, match.index).trim() === '';
      if (follows) commands.at(-1).answer = { language, text: code };
      endOfCommand = -1;
    }
  }
  return commands;
}
