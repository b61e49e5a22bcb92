// Prints the uses of names in a TypeScript project as TSV, resolved by the compiler: node uses.mjs ROOT [TSCONFIG].
// SPDX-License-Identifier: MIT OR Apache-2.0

import path from 'node:path';
import fs from 'node:fs';
import ts from 'typescript';

const COLUMNS = ['path', 'line', 'column', 'name', 'kind', 'target_path', 'target_line', 'target_name'];
const OUTSIDE = ['', 0];
const SEPARATORS = /[\t\r\n]/g;

if (process.argv.length < 3) {
  console.error('usage: node uses.mjs ROOT [TSCONFIG]   (default for TSCONFIG: ROOT/tsconfig.json; its paths are relative to ROOT)');
  process.exit(2);
}
const root = fs.realpathSync(process.argv[2]);
const config = process.argv[3] ?? path.join(root, 'tsconfig.json');
const { config: json, error } = ts.readConfigFile(config, ts.sys.readFile);
if (error) {
  console.error(`Error: ${config}: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
  process.exit(1);
}
const { options, fileNames, errors } = ts.parseJsonConfigFileContent(json, ts.sys, root, { noEmit: true }, path.join(root, 'tsconfig.json'));
for (const problem of errors) console.error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();

/** The path below the root; '' for files outside of it, for libraries and for the compiler's own declarations. */
function relative(file) {
  const found = path.relative(root, file.fileName);
  const isOutside = found.startsWith('..') || path.isAbsolute(found) || `/${found}`.includes('/node_modules/');
  return isOutside || program.isSourceFileDefaultLibrary(file) ? '' : found.replaceAll(path.sep, '/');
}

const starts = new Map();

/** Line and column of a position, both from 1. Columns count bytes, and only '\n' ends a line. */
function lineAndColumn(file, position) {
  if (!starts.has(file)) {
    const lines = [0];
    for (let at = file.text.indexOf('\n'); at >= 0; at = file.text.indexOf('\n', at + 1)) lines.push(at + 1);
    starts.set(file, lines);
  }
  const lines = starts.get(file);
  let [low, high] = [0, lines.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (lines[middle] <= position) low = middle;
    else high = middle;
  }
  return [low + 1, Buffer.byteLength(file.text.slice(lines[low], position)) + 1];
}

/** True for the name in a declaration. Names of imports, exports and shorthand properties are uses, too. */
function isDeclaration(node) {
  const parent = node.parent;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node;
  if (ts.isShorthandPropertyAssignment(parent) || ts.isImportClause(parent)) return false;
  return parent.name === node && !ts.isPropertyAccessExpression(parent) && !ts.isMetaProperty(parent);
}

/** The symbol that a name refers to, behind all aliases. */
function symbolOf(node) {
  const parent = node.parent;
  let symbol = checker.getSymbolAtLocation(node);
  if (ts.isShorthandPropertyAssignment(parent)) symbol = checker.getShorthandAssignmentValueSymbol(parent);
  if (ts.isExportSpecifier(parent) && !parent.parent.parent.moduleSpecifier) symbol = checker.getExportSpecifierLocalTargetSymbol(parent);
  if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
  return symbol && !checker.isUnknownSymbol(symbol) ? symbol : undefined;
}

/** True for parameters, type parameters, modules, and variables inside of functions and blocks. */
function isLeftOut(declaration, symbol) {
  if (ts.isParameter(declaration)) return !(symbol.flags & ts.SymbolFlags.Property);
  if (ts.isTypeParameterDeclaration(declaration) || ts.isSourceFile(declaration)) return true;
  if (ts.isModuleDeclaration(declaration)) return ts.isStringLiteral(declaration.name);
  if (!ts.isVariableDeclaration(declaration) && !ts.isBindingElement(declaration)) return false;
  const whole = ts.walkUpBindingElementsAndPatterns?.(declaration) ?? declaration;
  const statement = whole.parent?.parent;
  if (!statement || !ts.isVariableStatement(statement)) return true;
  return !ts.isSourceFile(statement.parent) && !ts.isModuleBlock(statement.parent);
}

/** True for elements like <div>, whose name starts with a small letter. */
function isIntrinsic(node) {
  const parent = node.parent;
  return (ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent)) && parent.tagName === node && /^[a-z]/.test(node.text);
}

/** True if the name is the callee of a call, or the component of a JSX element. */
function isCalled(node) {
  let whole = ts.isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node;
  while (ts.isParenthesizedExpression(whole.parent) || ts.isNonNullExpression(whole.parent)) whole = whole.parent;
  const parent = whole.parent;
  if (ts.isCallExpression(parent)) return parent.expression === whole;
  return ts.isTaggedTemplateExpression(parent) ? parent.tag === whole : ts.isJsxOpeningLikeElement(parent) && parent.tagName === whole;
}

function isInTypeQuery(node) {
  while (ts.isQualifiedName(node.parent)) node = node.parent;
  return ts.isTypeQueryNode(node.parent);
}

function kindOf(node, symbol) {
  const parent = node.parent;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent) || ts.isImportClause(parent)) return 'other';
  if (isInTypeQuery(node)) return 'other';
  if (ts.isPartOfTypeNode(node) || symbol.flags & ts.SymbolFlags.Class) return 'type';
  let whole = ts.isPropertyAccessExpression(parent) && parent.name === node ? parent : node;
  if (ts.isNewExpression(whole.parent) && whole.parent.expression === whole) return 'type';
  if (ts.isExpressionWithTypeArguments(whole.parent) && ts.isHeritageClause(whole.parent.parent)) return 'type';
  return isCalled(node) ? 'call' : 'other';
}

function placeOf(declaration) {
  const file = declaration.getSourceFile();
  const at = relative(file);
  return at === '' ? OUTSIDE : [at, lineAndColumn(file, (ts.getNameOfDeclaration(declaration) ?? declaration).getStart(file))[0]];
}

const rows = new Set();

function readName(node, file, where) {
  if (isDeclaration(node) || isIntrinsic(node)) return;
  const symbol = symbolOf(node);
  if (symbol?.name === '__index') return; // an index signature names no member
  const declarations = symbol?.declarations ?? [];
  if (declarations.length === 0 || declarations.some((one) => isLeftOut(one, symbol))) return;
  const [line, column] = lineAndColumn(file, node.getStart(file));
  const kind = kindOf(node, symbol);
  const targets = declarations.map(placeOf);
  const inProject = targets.filter(([target]) => target !== '');
  for (const target of inProject.length > 0 ? inProject : [OUTSIDE]) {
    rows.add([where, line, column, node.text, kind, ...target, symbol.name.replace(SEPARATORS, ' ')].join('\t'));
  }
}

function visit(node, file, where) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) readName(node, file, where);
  ts.forEachChild(node, (child) => visit(child, file, where));
}

const named = new Set(fileNames.map((file) => path.resolve(file)));
for (const file of program.getSourceFiles()) {
  const where = relative(file);
  if (where !== '' && named.has(path.resolve(file.fileName)) && !file.isDeclarationFile) visit(file, file, where);
}
const problems = program.getSemanticDiagnostics().length;
console.error(`${named.size} files, ${rows.size} rows, ${problems} errors of types`);
console.log(COLUMNS.join('\t'));
for (const row of [...rows].sort()) console.log(row);
