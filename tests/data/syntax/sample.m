#import <Foundation/Foundation.h>

/// A person.
@interface Person : NSObject
@property (nonatomic, copy) NSString *name;
- (instancetype)initWithName:(NSString *)name age:(int)age;
+ (Person *)anonymous;
@end

@protocol Greeter
- (void)greet;
@end

@implementation Person

// Stores the name.
- (instancetype)initWithName:(NSString *)name age:(int)age {
    self = [super init];
    [self register:name];
    return self;
}

+ (Person *)anonymous { return nil; }

@end

static int helper(int x) { return NSMaxRange(x); }
